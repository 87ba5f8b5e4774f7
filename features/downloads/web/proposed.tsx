import { heldAs } from '#marc/foreign-kinds.ts'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { FoundRecord } from './ask-titles.ts'
import type { IdentifierRow } from './identifier-list.ts'
import type { RowActions } from './identifier-rows.tsx'

/** More are chosen from beside each other once the request is made. */
const mostShown = 3

/** Records that hold a number as cancelled or invalid: each says so, and is taken only when a person confirms it. */
export function Proposed({
  row,
  records,
  actions,
}: {
  row: IdentifierRow
  records: readonly FoundRecord[]
  actions: RowActions
}) {
  const left = records.length - mostShown
  return (
    <>
      {records.slice(0, mostShown).map((record) => (
        <div key={record.id} className="proposed">
          {heldAs(record.heldAs!)} “
          <Link href={`/discover/details/${encodeURIComponent(record.id)}`} className="record-title">
            {record.title || `Record ${record.id}`}
          </Link>
          ”
          <div className="why">
            {[record.year, record.type].filter(Boolean).join(' · ')} ·{' '}
            <TextButton onClick={() => actions.onConfirm(row, record)}>
              Use this record<span className="only-heard">: {record.title}</span>
            </TextButton>
          </div>
        </div>
      ))}
      <div className="why">
        {left > 0 && `And ${left} more, to choose from after you request it. `}
        {row.suggestion && (
          <>
            Did you mean{' '}
            <TextButton onClick={() => actions.onReplace(row, row.suggestion!)}>{row.suggestion}</TextButton>?{' '}
          </>
        )}
        Not it?{' '}
        <TextButton onClick={() => actions.onReplace(row, '')}>
          Remove<span className="only-heard"> line {row.line}</span>
        </TextButton>{' '}
        or <TextButton onClick={() => actions.onSearchTitle(row)}>search by title</TextButton>
      </div>
    </>
  )
}
