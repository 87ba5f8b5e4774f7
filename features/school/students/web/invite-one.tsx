import { MailPlus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { studentsApi } from '#features/school/students/contract.ts'
import { whyNot } from '#features/school/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { errorsOf, type PersonErrors, PersonFields, type PersonForm } from './person-fields.tsx'
import { nameOf } from './student-labels.ts'

export const nobody: PersonForm = { firstName: '', lastName: '', email: '', gender: 'NA' }

/** Stays open after each invitation, for the next one. */
export function InviteOne({
  domain,
  form,
  onForm,
  onDone,
  onClose,
}: {
  domain: string
  form: PersonForm
  onForm: (form: PersonForm) => void
  onDone: (text: string) => void
  onClose: () => void
}) {
  const prefix = useId()
  const [errors, setErrors] = useState<PersonErrors>({})
  const [failed, setFailed] = useState<readonly string[]>()
  const [invited, setInvited] = useState('')
  const [busy, setBusy] = useState(false)
  const refuse = (wrong: PersonErrors) => {
    setErrors(wrong)
    document.getElementById(`${prefix}-${wrong.firstName ? 'firstName' : 'email'}`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailed(undefined)
    setInvited('')
    const student = {
      ...form,
      firstName: form.firstName.trim(),
      lastName: form.lastName.trim(),
      email: form.email.trim(),
    }
    const why = whyNot(student, domain)
    if (why) return refuse(errorsOf(why))
    setErrors({})
    setBusy(true)
    try {
      const { response } = await call(studentsApi.inviteStudents, { students: [student] })
      const [{ outcome } = { outcome: 'INVITED' as const }] = response
      if (outcome !== 'INVITED') return refuse(errorsOf(outcome))
      const text = `We emailed an invitation to ${nameOf(student)}.`
      onDone(text)
      setInvited(text)
      announce(text)
      onForm(nobody)
      document.getElementById(`${prefix}-firstName`)?.focus()
    } catch (error) {
      setFailed(problemOf(error).messages)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="dialog-form invite-form mt-16" noValidate onSubmit={submit}>
      {failed && <ErrorBox messages={failed} />}
      {invited && (
        <p className="people-done flex gap-8 items-start mt-14 text-small anywhere">
          {invited} You can invite another student.
        </p>
      )}
      <PersonFields
        {...{ prefix, form, errors }}
        withGender
        emailHint={domain ? `Also the username. Must be at ${domain}.` : 'Also the username.'}
        onChange={(part) => {
          setErrors({})
          onForm({ ...form, ...part })
        }}
      />
      <div className="flow justify-end gap-8">
        <Button onClick={onClose}>{invited ? 'Close' : 'Cancel'}</Button>
        <Button look="main" icon={MailPlus} type="submit" busy={busy}>
          Invite
        </Button>
      </div>
    </form>
  )
}
