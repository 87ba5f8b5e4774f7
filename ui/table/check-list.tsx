import { CircleMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { grouped } from '#kit/web/format.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../form/field.tsx'
import { words } from '../messages.ts'

export type CheckOption = { value: string; label: string; count?: number }

/** A list of checkboxes. Chosen ones stay visible when it is folded. With `onExclude` each can be excluded too. */
export function CheckList({
  legend,
  options,
  chosen,
  onToggle,
  onExclude,
  finder = (rows) => rows,
  shown = 5,
  children,
}: {
  legend: string
  options: CheckOption[]
  chosen: readonly string[]
  onToggle: (value: string, on: boolean) => void
  onExclude?: ((value: string) => void) | undefined
  /** Surrounds the rows of an unfolded list. */
  finder?: ((rows: ReactNode) => ReactNode) | undefined
  /** How many are visible before "Show more". */
  shown?: number
  children?: ReactNode
}) {
  const [unfolded, unfold] = useState(false)
  // Hiding a single line is not worth a click.
  const folds = options.length > shown + 1
  const inSight = options.filter((option, i) => !folds || unfolded || i < shown || chosen.includes(option.value))
  const hidden = options.length - inSight.length
  const rows = <CheckRows {...{ chosen, onToggle, onExclude }} options={inSight} />
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      {unfolded ? finder(rows) : rows}
      {folds && (hidden > 0 || unfolded) && (
        <Button look="bare" aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
          {unfolded ? words.showFewer : `${words.show} ${hidden} ${words.more}`}
          <span className="only-heard">
            {' '}
            {words.in} {legend}
          </span>
        </Button>
      )}
      {children}
    </fieldset>
  )
}

/** The checkboxes alone. */
export const CheckRows = ({
  options,
  chosen,
  onToggle,
  onExclude,
}: {
  options: CheckOption[]
  chosen: readonly string[]
  onToggle: (value: string, on: boolean) => void
  onExclude?: ((value: string) => void) | undefined
}) =>
  options.map(({ value, label, count }) => (
    <div className="check-row" key={value}>
      <Checkbox
        label={label}
        checked={chosen.includes(value)}
        onChange={(event) => onToggle(value, event.target.checked)}
        {...(count === undefined ? {} : { count: grouped(count) })}
      />
      {onExclude && <ExcludeButton of={label} onClick={() => onExclude(value)} />}
    </div>
  ))

/** Beside a checkbox, in sight while the pointer or the focus is in its row; always in sight on a touch screen. */
export const ExcludeButton = ({ of, onClick }: { of: string; onClick: () => void }) => (
  <Button look="bare" square className="exclude" icon={CircleMinus} onClick={onClick}>
    {`${words.exclude} ${of}`}
  </Button>
)
