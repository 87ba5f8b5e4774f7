import { TextField } from '#ui/field.tsx'
import { ExplainedCheckbox } from './explained-checkbox.tsx'
import type { Form, FormChange } from './settings-draft.ts'
import { daysId } from './use-settings-form.ts'

/** Whether identifiers without a record are tried again, and for how long. */
export function LookAgainField({
  form: { lookAgain, days },
  before,
  error,
  onChange,
}: {
  form: Form
  before: Form
  error: string | undefined
  onChange: (change: FormChange) => void
}) {
  const changed = lookAgain !== before.lookAgain || (lookAgain && days.trim() !== before.days)
  return (
    <fieldset className="choice">
      <legend>
        Unmatched identifiers
        {changed && <span className="changed">changed</span>}
      </legend>
      <ExplainedCheckbox
        label="Look for them again every day"
        does="What no record was found for may be catalogued later. A match is added to the request and you are mailed."
        checked={lookAgain}
        onChange={(on) => onChange({ lookAgain: on })}
      />
      {lookAgain && (
        <TextField
          id={daysId}
          label="For how many days"
          hint="1 to 365"
          error={error}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={days}
          onChange={(event) => onChange({ days: event.target.value })}
        />
      )}
    </fieldset>
  )
}
