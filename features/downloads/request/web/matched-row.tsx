import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { TextButton } from '#ui/text-button.tsx'
import { type RecordView, useRecord } from '../../web/use-record.ts'
import { displayedNumbers } from './displayed-numbers.ts'
import { RecordCover } from './record-cover.tsx'

/** Without a record, it has left the catalogue. */
export type Matched = { id: string; record: RecordView | undefined; numbers: readonly string[] }

export const matchedOf = (
  id: string,
  record: RecordView | undefined,
  requested: ReadonlyMap<string, string>,
): Matched => ({
  id,
  record,
  numbers: record ? displayedNumbers(record, requested) : [],
})

const responsibilityOf = (record: RecordView) => record.title.noteStmOfResponsibility || record.authors.join('; ')
const titleOf = ({ id, record }: Matched) => record?.title.titlePrimary || `Record ${id}`

export const matchedColumns: Columns<Matched> = [
  {
    className: 'thumb-cell',
    width: 48,
    cell: (matched) => <RecordCover title={titleOf(matched)} imageFileName={matched.record?.imageFileName ?? ''} />,
  },
  {
    head: 'Title',
    className: 'title-cell',
    minWidth: 220,
    sort: 'title',
    csv: ({ record }) => record?.title.titlePrimary ?? null,
    cell: (matched) => (
      <>
        <Link className="weight-500" href={`/discover/details/${encodeURIComponent(matched.id)}`}>
          {titleOf(matched)}
        </Link>
        <div className="why">{matched.record && responsibilityOf(matched.record)}</div>
      </>
    ),
  },
  { head: 'Responsibility', csv: ({ record }) => (record ? responsibilityOf(record) : null) },
  {
    head: 'Type',
    className: 'type-cell ink-2 nowrap',
    width: 170,
    sort: 'type',
    csv: ({ record }) => record?.scisType ?? null,
    cell: ({ record }) => record?.scisType,
  },
  {
    head: 'Year',
    number: true,
    className: 'ink-2 nowrap',
    width: 90,
    sort: 'year',
    csv: ({ record }) => record?.publicationYear ?? null,
    cell: ({ record }) => record?.publicationYear,
  },
  {
    head: 'Identifiers',
    csvHead: 'Identifier',
    className: 'number-cell',
    width: 200,
    apart: true,
    sort: 'number',
    csv: ({ numbers }) => numbers[0] ?? null,
    cell: ({ id, numbers }) => (
      <>
        {numbers.slice(0, 2).map((number) => (
          <div key={number} className="code anywhere wraps">
            {number}
            {number === id && <span className="why">Record number</span>}
          </div>
        ))}
        {numbers.length > 2 && <div className="why">and {numbers.length - 2} more</div>}
      </>
    ),
  },
  { head: 'Other identifiers', csv: ({ record, numbers }) => (record ? numbers.slice(1).join('; ') : null) },
  { head: 'Record number', csv: ({ id }) => id },
]

/** An index into the ids of a file. */
export type MatchedLine = { ids: readonly string[]; index: number; requested: ReadonlyMap<string, string> }

/** Its cells, once its record has loaded. */
export function MatchedRow({
  row: { ids, index, requested },
  cells,
}: {
  row: MatchedLine
  cells: (matched: Matched) => ReactNode
}) {
  const reading = useRecord(ids, index)
  const id = ids[index]!
  if (reading.is === 'there') return cells(matchedOf(id, reading.record, requested))
  return (
    <>
      <td className="thumb-cell">
        <span className="thumb empty" aria-hidden />
      </td>
      <td colSpan={4}>
        {reading.is === 'waiting' && <Skeleton lines={2} width="50%" />}
        {reading.is === 'gone' && <span className="why">Record {id} is no longer in the catalogue.</span>}
        {reading.is === 'failed' && (
          <span className="why">
            Record {id}. {reading.problem.messages[0]} <TextButton onClick={reading.again}>Try again</TextButton>
          </span>
        )}
      </td>
    </>
  )
}

/** The label of its checkbox. */
export function NameOfRecord({ ids, index }: MatchedLine) {
  const reading = useRecord(ids, index)
  return (reading.is === 'there' && reading.record.title.titlePrimary) || `record ${ids[index]}`
}
