import { CopyButton } from '../copy-button.tsx'
import { TextField } from './field.tsx'

/** An address to pass on: selected on focus, with a button that copies it. */
export function LinkField({
  label,
  address,
  hint,
  copy,
}: {
  label: string
  address: string
  hint: string
  copy: string
}) {
  return (
    <div className="link-field stack gap-12 content-start justify-items-start">
      <TextField label={label} readOnly value={address} hint={hint} onFocus={(event) => event.target.select()} />
      <CopyButton text={address} label={copy} wide />
    </div>
  )
}
