import { useState } from 'react'
import { grouped } from '#kit/web/in-words.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../form/field.tsx'

type CheckOption = { value: string; label: string; count?: number }

/** A list of checkboxes. Chosen ones stay visible when it is folded. */
export function CheckList({
  legend,
  options,
  chosen,
  onToggle,
  shown = 5,
}: {
  legend: string
  options: CheckOption[]
  chosen: readonly string[]
  onToggle: (value: string, on: boolean) => void
  /** How many are visible before "Show more". */
  shown?: number
}) {
  const [unfolded, unfold] = useState(false)
  // Hiding a single line is not worth a click.
  const folds = options.length > shown + 1
  const inSight = options.filter((option, i) => !folds || unfolded || i < shown || chosen.includes(option.value))
  const hidden = options.length - inSight.length
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      {inSight.map(({ value, label, count }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(event) => onToggle(value, event.target.checked)}
          {...(count === undefined ? {} : { count: grouped(count) })}
        />
      ))}
      {folds && (hidden > 0 || unfolded) && (
        <Button look="bare" aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
          {unfolded ? 'Show fewer' : `Show ${hidden} more`}
          <span className="only-heard"> in {legend}</span>
        </Button>
      )}
    </fieldset>
  )
}
