import { useId } from 'react'
import { Checkbox } from '#ui/field.tsx'

/** A setting that is on or off, with what it does. */
export function ExplainedCheckbox({
  label,
  does,
  checked,
  onChange,
}: {
  label: string
  does: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <Checkbox
      label={
        <>
          <span id={id}>{label}</span>
          <span className="does" id={`${id}-does`}>
            {does}
          </span>
        </>
      }
      aria-labelledby={id}
      aria-describedby={`${id}-does`}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
