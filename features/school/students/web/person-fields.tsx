import { type Refused, refusedSentences } from '#features/school/students/rules.ts'
import { focusNow } from '#ui/focus-now.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { genderOptions } from './student-labels.ts'

export type PersonForm = { firstName: string; lastName: string; email: string; gender: 'M' | 'F' | 'O' | 'NA' }
export type PersonErrors = { firstName?: string | undefined; email?: string | undefined }

/** Assigns a reason to its field. */
export function errorsOf(why: Refused | undefined): PersonErrors {
  if (!why) return {}
  const sentence = refusedSentences[why]
  return why === 'NAME_MISSING' || why === 'BAD_NAME' ? { firstName: sentence } : { email: sentence }
}

/** Names, and optionally address and gender. */
export function PersonFields({
  prefix,
  form,
  errors,
  emailHint,
  withGender,
  onChange,
}: {
  /** Prefix of the fields' ids. */
  prefix: string
  form: PersonForm
  errors: PersonErrors
  /** Absent if the address cannot be changed. */
  emailHint?: string | undefined
  withGender?: boolean
  onChange: (part: Partial<PersonForm>) => void
}) {
  return (
    <>
      <div className="two-fields stack gap-12 items-start">
        <TextField
          id={`${prefix}-firstName`}
          label="First name"
          autoComplete="off"
          ref={focusNow}
          value={form.firstName}
          error={errors.firstName}
          onChange={(event) => onChange({ firstName: event.target.value })}
        />
        <TextField
          id={`${prefix}-lastName`}
          label="Last name"
          autoComplete="off"
          value={form.lastName}
          onChange={(event) => onChange({ lastName: event.target.value })}
        />
      </div>
      {emailHint !== undefined && (
        <TextField
          id={`${prefix}-email`}
          required
          label="Email"
          type="email"
          hint={emailHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.email}
          error={errors.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      )}
      {withGender && (
        <Select
          label="Gender"
          hint="For your own statistics. No one else can see it."
          options={genderOptions}
          value={form.gender}
          onChange={(event) => onChange({ gender: event.target.value as PersonForm['gender'] })}
        />
      )}
    </>
  )
}
