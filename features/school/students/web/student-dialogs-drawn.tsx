import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { type Student, studentsApi } from '#features/school/students/contract.ts'
import { badDomain, cleanDomain, whyNot } from '#features/school/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { refusalAt, useSending } from '#ui/form/use-sending.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { InviteList } from './invite-list.tsx'
import { InviteOne, nobody } from './invite-one.tsx'
import { errorsOf, type PersonErrors, PersonFields, type PersonForm } from './person-fields.tsx'
import type { Opened } from './student-dialogs.ts'
import { nameOf } from './student-labels.ts'

export type DialogsProps = {
  opened: Opened
  domain: string
  onDone: (text: string) => void
  onClose: () => void
}

export function StudentDialogs({ opened, ...rest }: DialogsProps) {
  if (opened.what === 'invite') return <InviteDialog {...rest} />
  if (opened.what === 'domain') return <DomainDialog {...rest} />
  if (opened.what === 'edit') return <EditDialog student={opened.student} {...rest} />
  return <RemoveDialog students={opened.students} {...rest} />
}

function RemoveDialog({
  students,
  onDone,
  onClose,
}: {
  students: readonly Student[]
  onDone: (text: string) => void
  onClose: () => void
}) {
  const one = students.length === 1 ? nameOf(students[0]!) : undefined
  const remove = async () => {
    const { response } = await call(studentsApi.removeStudents, { ids: students.map(({ id }) => id) })
    onDone(one ? `${one} was removed.` : `${counted(response.count, 'student was', 'students were')} removed.`)
  }
  return (
    <ConfirmDialog
      title={one ? `Remove ${one}?` : `Remove ${counted(students.length, 'student')}?`}
      action="Remove"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {one ? 'The student' : 'The students'} will be signed out now and can’t sign in again. We’ll delete address and
        gender, and the name everywhere except in your school’s change history.
      </p>
      <p className="quiet">You can’t undo this, but you can invite {one ? 'the student' : 'them'} again.</p>
    </ConfirmDialog>
  )
}

type Draft = { way: string; form: PersonForm; text: string }

/** Outlives the dialog, but not the page: a list of children must not stay in the browser. */
let storedDraft: Draft = { way: 'one', form: nobody, text: '' }

/** One student by a form, or a class by a list. The input is restored when the dialog is reopened. */
function InviteDialog(props: { domain: string; onDone: (text: string) => void; onClose: () => void }) {
  const [draft, setDraft] = useState(storedDraft)
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      storedDraft = { ...before, ...part }
      return storedDraft
    })
  return (
    <Dialog title="Invite students" onClose={props.onClose}>
      <Tabs
        label="How to invite"
        selected={draft.way}
        onSelect={(way) => change({ way })}
        tabs={[
          {
            id: 'one',
            label: 'One student',
            panel: <InviteOne {...props} form={draft.form} onForm={(form) => change({ form })} />,
          },
          {
            id: 'list',
            label: 'List or CSV file',
            panel: <InviteList {...props} text={draft.text} onText={(text) => change({ text })} />,
          },
        ]}
      />
    </Dialog>
  )
}

function EditDialog({
  student,
  onDone,
  onClose,
}: {
  student: Student
  onDone: (text: string) => void
  onClose: () => void
}) {
  const { id, firstName, lastName, email, gender } = student
  const [form, setForm] = useState<PersonForm>({ firstName, lastName, email, gender })
  const [errors, setErrors] = useState<PersonErrors>({})
  const prefix = useId()
  const { busy, refusal, send } = useSending(`${prefix}-firstName`, refusalAt())
  const save = () => {
    const wrong = errorsOf(whyNot({ ...form, email: 'a@b.example' }, ''))
    setErrors(wrong)
    if (wrong.firstName) return document.getElementById(`${prefix}-firstName`)?.focus()
    void send(async () => {
      const { firstName, lastName, gender } = form
      const { response } = await call(studentsApi.updateStudent, { id, firstName, lastName, gender })
      onDone(`${nameOf(response)} was saved.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title="Change student"
      action="Save"
      busy={busy}
      refused={refusal.beside}
      onSubmit={save}
      onClose={onClose}
    >
      <PersonFields
        {...{ prefix, form, errors }}
        withGender
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <p className="quiet">
        Signs in as <strong>{email}</strong>. Only the student can change the address.
      </p>
    </FormDialog>
  )
}

function DomainDialog({ domain, onDone, onClose }: Omit<DialogsProps, 'opened'>) {
  const cache = useQueryClient()
  const save = async (typed: string) => {
    const next = cleanDomain(typed)
    if (next === undefined) return { onField: badDomain }
    if (next !== domain) {
      await call(studentsApi.changeEmailDomain, { domain: next })
      await cache.invalidateQueries({ queryKey: currentUser.queryKey })
      onDone(next ? `You can now invite students at ${next}.` : 'You can now invite students at any address.')
    }
    onClose()
    return undefined
  }
  return (
    <TextDialog
      title="Email domain"
      action="Save"
      label="Domain for students’ addresses"
      hint="For example, school.example. Includes subdomains. Leave empty to allow any address."
      autoCapitalize="none"
      spellCheck={false}
      inputMode="url"
      initial={domain}
      refusalOf={refusalAt('domain')}
      onSave={save}
      onClose={onClose}
    >
      {(field) => (
        <>
          {field}
          <p className="quiet">Existing students keep their accounts, whatever their address.</p>
        </>
      )}
    </TextDialog>
  )
}
