import { useId, useState } from 'react'
import { type Student, studentsApi } from '#features/students/contract.ts'
import { whyNot } from '#features/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useSending } from '#ui/use-sending.ts'
import { errorsOf, type PersonErrors, PersonFields, type PersonForm } from './person-fields.tsx'
import { nameOf, sentencesOf } from './student-words.ts'

export function EditDialog({
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
  const { busy, refusal, send } = useSending(`${prefix}-firstName`, (error) => ({ beside: sentencesOf(error) }))
  const save = () => {
    const wrong = errorsOf(whyNot({ ...form, email: 'a@b.example' }, ''))
    setErrors(wrong)
    if (wrong.firstName) return document.getElementById(`${prefix}-firstName`)?.focus()
    void send(async () => {
      const { firstName, lastName, gender } = form
      const { response } = await call(studentsApi.updateStudent, { id, firstName, lastName, gender })
      onDone(`${nameOf(response)} has been saved.`)
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
        Signs in as <strong>{email}</strong>. The student alone can change the address.
      </p>
    </FormDialog>
  )
}
