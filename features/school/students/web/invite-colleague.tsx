import { MailPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { colleaguesApi } from '#features/school/students/contract.ts'
import { whyNot } from '#features/school/students/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { errorsOf, type PersonErrors, PersonFields, type PersonForm } from './person-fields.tsx'
import { nameOf } from './student-labels.ts'

export function InviteColleague({
  appoints,
  onDone,
  onClose,
}: {
  appoints: boolean
  onDone: (text: string) => void
  onClose: () => void
}) {
  const prefix = useId()
  const [form, setForm] = useState<PersonForm>({ firstName: '', lastName: '', email: '', gender: 'NA' })
  const [organisationAdmin, setAdmin] = useState(false)
  const [errors, setErrors] = useState<PersonErrors>({})
  const [failed, setFailed] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const refuse = (wrong: PersonErrors) => {
    setErrors(wrong)
    document.getElementById(`${prefix}-${wrong.firstName ? 'firstName' : 'email'}`)?.focus()
  }
  const invite = async () => {
    setFailed(undefined)
    const { firstName, lastName, email } = form
    const person = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() }
    const why = whyNot(person, '')
    if (why) return refuse(errorsOf(why))
    setBusy(true)
    try {
      const { response } = await call(colleaguesApi.inviteColleague, {
        ...person,
        ...(organisationAdmin ? { organisationAdmin } : {}),
      })
      onDone(`We emailed an invitation to ${nameOf(response)}.`)
      onClose()
    } catch (error) {
      const { errors, messages } = problemOf(error)
      const [onName, onEmail] = [errors?.firstName?.[0], errors?.email?.[0]]
      if (onName || onEmail) refuse({ firstName: onName, email: onEmail })
      else setFailed(messages)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title="Invite a colleague"
      action="Invite"
      icon={MailPlus}
      busy={busy}
      refused={failed}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <PersonFields
        {...{ prefix, form, errors }}
        emailHint="Also the username."
        onChange={(part) => {
          setErrors({})
          setForm((before) => ({ ...before, ...part }))
        }}
      />
      {appoints && (
        <Checkbox
          label="Organisation admin: can also manage students and accounts"
          checked={organisationAdmin}
          onChange={(event) => setAdmin(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
