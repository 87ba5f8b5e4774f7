import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type ShownRecord, useRecord } from '../../web/use-record.ts'
import { RecordCover } from './record-cover.tsx'
import { shownNumbers } from './shown-numbers.ts'

type Asked = ReadonlyMap<string, string>
/** The cell with the row's box, named by its title. */
type SelectCell = ((title: string) => ReactNode) | undefined

/** The cells of one of the ids. */
export function MatchedRow({
  ids,
  index,
  asked,
  select,
}: {
  ids: readonly string[]
  index: number
  asked: Asked
  select: SelectCell
}) {
  const reading = useRecord(ids, index)
  const id = ids[index]!
  if (reading.is === 'there') return <ShownCells id={id} record={reading.record} asked={asked} select={select} />
  return (
    <>
      {select?.(`record ${id}`)}
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

function ShownCells({
  id,
  record,
  asked,
  select,
}: {
  id: string
  record: ShownRecord
  asked: Asked
  select: SelectCell
}) {
  const numbers = shownNumbers(record, asked)
  return (
    <>
      {select?.(record.title.titlePrimary || `record ${id}`)}
      <td className="thumb-cell">
        <RecordCover title={record.title.titlePrimary || `Record ${id}`} imageFileName={record.imageFileName} />
      </td>
      <td className="title-cell">
        <Link href={`/discover/details/${encodeURIComponent(id)}`}>{record.title.titlePrimary || `Record ${id}`}</Link>
        <div className="why">{record.title.noteStmOfResponsibility || record.authors.join('; ')}</div>
      </td>
      <td className="type-cell">{record.scisType}</td>
      <td className="n year-cell">{record.publicationYear}</td>
      <td className="number-cell">
        {numbers.slice(0, 2).map((number) => (
          <div key={number} className="code">
            {number}
            {number === id && <span className="why">Record number</span>}
          </div>
        ))}
        {numbers.length > 2 && <div className="why">and {numbers.length - 2} more</div>}
      </td>
    </>
  )
}
