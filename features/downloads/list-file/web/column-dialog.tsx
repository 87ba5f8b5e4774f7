import { useState } from 'react'
import { maxIdentities } from '#features/downloads/contract.ts'
import { defaultLanguage } from '#kit/messages.ts'
import { grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Status } from '#ui/tags.tsx'
import { chooseColumn, describeCount, isTooBig } from './choose-column.ts'
import type { Column } from './columns.ts'
import { describeDamage } from './list-file-labels.ts'
import type { Read } from './list-text.ts'

/** Shows the columns of a file with their first values, to choose the one with the identifiers. */
export function ColumnDialog({
  name,
  list,
  column,
  onChoose,
  onClose,
}: {
  name: string
  list: Read
  column: Column
  onChoose: (column: Column) => void
  onClose: () => void
}) {
  const [position, setPosition] = useState(column.position)
  const chosen = list.columns.find((each) => each.position === position)!
  const first = list.columns[0]!
  const { better } = chooseColumn(list.columns)
  const fitting = better ?? (first.identifiers === 0 ? column : undefined)
  const big = isTooBig(chosen, list.whole)
  const count = grouped(Math.min(chosen.identifiers, maxIdentities))
  return (
    <Dialog
      title="Which column has the identifiers?"
      shape="wide"
      lang={defaultLanguage}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" onClick={() => onChoose(chosen)}>
            {big ? `Use the first ${grouped(maxIdentities)}` : `Add ${count} from “${shortened(chosen.name)}”`}
          </Button>
        </>
      }
    >
      <p className="ink-2 anywhere mb-12">
        {name}:{' '}
        {first.identifiers === 0
          ? `the first column, “${first.name}”, has no identifiers.`
          : better
            ? `we’ll use the first column, “${first.name}”, unless you choose another. “${better.name}” looks like the right one.`
            : `we’ll use the first column, “${first.name}”, unless you choose another.`}
      </p>
      <div className="columns scroll-y line-around ruled" role="radiogroup" aria-label="Columns">
        {list.columns.map((each) => (
          <label key={each.position} className="column stack items-center">
            <input
              type="radio"
              name="column"
              checked={each.position === position}
              disabled={each.identifiers === 0}
              onChange={() => setPosition(each.position)}
            />
            <span className="cluster weight-550 anywhere gap-4-14">
              {each.name}
              {each === fitting && <Status tone="ok">Looks right</Status>}
            </span>
            <span className="ink-2 text-note num">{describeCount(each, list.whole)}</span>
            <span className="column-sample ink-2 nowrap">{each.sample.join('  ·  ')}</span>
          </label>
        ))}
      </div>
      <div className="column-told aside stack gap-6 pt-12 tall-24" aria-live="polite">
        {big && (
          <p className="ink-bad weight-500">
            Parsing failed as the file is too big. A request can have at most {grouped(maxIdentities)} identifiers.
          </p>
        )}
        {describeDamage(chosen).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {list.header && <p>We’ll skip the first row: it has no identifier.</p>}
      </div>
    </Dialog>
  )
}

const shortened = (text: string) => (text.length > 24 ? `${text.slice(0, 24)}…` : text)
