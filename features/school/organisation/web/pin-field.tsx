import type { Ref } from 'react'
import { pinLength } from '#features/school/organisation/rules.ts'
import { TextField } from '#ui/form/field.tsx'

/** Undefined if the text can be a PIN. */
export function pinFault(pin: string): string | undefined {
  const text = pin.trim()
  if (text === '') return 'Please enter the PIN'
  if (!/^[0-9]+$/.test(text)) return 'A PIN must be digits only'
  return text.length === pinLength ? undefined : `A PIN has ${pinLength} digits`
}

export function PinField({
  id,
  pin,
  error,
  ref,
  onChange,
}: {
  id: string
  pin: string
  error: string | undefined
  ref?: Ref<HTMLInputElement>
  onChange: (pin: string) => void
}) {
  return (
    <div className="pin-field">
      <TextField
        id={id}
        {...(ref ? { ref } : {})}
        required
        label="PIN"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={pin}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
