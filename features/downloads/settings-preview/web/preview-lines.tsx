import { useState } from 'react'
import { Checkbox } from '#ui/form/field.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useNarrow } from '#ui/use-narrow.ts'
import { type DiffRow, markDifference } from './line-diff.ts'

const now = 'Saved settings'
const then = 'With your changes'

/** The lines of both files side by side; on a small screen one file at a time. */
export function PreviewLines({
  rows,
  otherKind,
  stale,
}: {
  rows: DiffRow[]
  /** The formats cannot be compared line by line. */
  otherKind: boolean
  stale: boolean
}) {
  // As in settings-preview.css: two columns of lines do not fit side by side.
  const narrow = useNarrow(760)
  const [side, setSide] = useState('after')
  const [only, setOnly] = useState(false)
  const differing = rows.filter((row) => row.before !== row.after)
  if (differing.length === 0) return <Lines label="The record" stale={stale} rows={rows} sides={['before']} />
  const shown = only && !otherKind ? differing : rows
  return (
    <>
      {!otherKind && (
        <Checkbox label="Only what changes" checked={only} onChange={(event) => setOnly(event.target.checked)} />
      )}
      {narrow ? (
        <Tabs
          label="The record"
          selected={side}
          onSelect={setSide}
          tabs={[
            {
              id: 'after',
              label: then,
              panel: <Lines label={then} stale={stale} rows={shown} sides={['after']} plain={otherKind} />,
            },
            {
              id: 'before',
              label: now,
              panel: <Lines label={now} stale={stale} rows={shown} sides={['before']} plain={otherKind} />,
            },
          ]}
        />
      ) : (
        <Lines
          label={`The record, ${now.toLowerCase()} and ${then.toLowerCase()}`}
          stale={stale}
          rows={shown}
          sides={['before', 'after']}
          plain={otherKind}
        />
      )}
    </>
  )
}

type Side = keyof DiffRow
const headings: Record<Side, string> = { before: now, after: then }

function Lines({
  label,
  rows,
  sides,
  stale,
  plain = false,
}: {
  label: string
  rows: DiffRow[]
  sides: Side[]
  stale: boolean
  plain?: boolean
}) {
  const both = sides.length === 2
  const drawn = both ? rows : rows.filter((row) => row[sides[0]!] !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={stale ? 'file-lines card dimmed' : 'file-lines card'} aria-label={label} tabIndex={0}>
      <table>
        <thead className={both ? undefined : 'only-heard'}>
          <tr>
            {sides.map((side) => (
              <th key={side} scope="col">
                {headings[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plain ? (
            <tr>
              {sides.map((side) => (
                <td key={side}>
                  {keyed(rows.flatMap((row) => row[side] ?? [])).map(([key, line]) => (
                    <div key={key}>{line}</div>
                  ))}
                </td>
              ))}
            </tr>
          ) : (
            keyed(drawn).map(([key, row]) => (
              <tr key={key}>
                {sides.map((side) => (
                  <td key={side} className={row.before !== row.after && row[side] !== undefined ? side : undefined}>
                    <Line row={row} side={side} />
                  </td>
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </section>
  )
}

/** Marks deletions and insertions for screen readers too, not by colour alone. */
function Line({ row, side }: { row: DiffRow; side: Side }) {
  const line = row[side]
  if (line === undefined) return null
  if (row.before === row.after) return <Text line={line} />
  const other = row[side === 'before' ? 'after' : 'before']
  const pieces = other === undefined ? [{ text: line, marked: false }] : markDifference(line, other)
  const Changed = side === 'before' ? 'del' : 'ins'
  return (
    <Changed>
      <span className="only-heard">{side === 'before' ? 'Removed: ' : 'Added: '}</span>
      {keyed(pieces).map(([key, { text, marked }]) => (marked ? <mark key={key}>{text}</mark> : text))}
    </Changed>
  )
}

const Text = ({ line }: { line: string }) => line

/** Lines may repeat, so their position is the key. */
const keyed = <T,>(list: T[]): [string, T][] => list.map((each, i) => [`${i}`, each])
