import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { LongTable } from '#ui/long-table.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { RecordCover } from './record-cover.tsx'
import { identifiersShown, type ShownRecord, useRecord } from './use-record.ts'

/** The specification's number of records shown at first. */
const shownFirst = 50

/** The records of the file: fifty at first, all on request. */
export function MatchedRecords({ ids, caption = 'Matched records' }: { ids: string[]; caption?: string }) {
  const [all, showAll] = useState(false)
  return (
    <>
      <LongTable
        caption={caption}
        columns={
          <>
            <th scope="col" colSpan={2}>
              Title
            </th>
            <th scope="col">Type</th>
            <th scope="col" className="n">
              Year
            </th>
            <th scope="col" className="number-head">
              Identifiers
            </th>
          </>
        }
        rows={all ? ids : ids.slice(0, shownFirst)}
        keyOf={(id) => id}
        usualHeight={75}
        cells={(_, index) => <RecordCells ids={ids} index={index} />}
      />
      {!all && ids.length > shownFirst && (
        <p className="more-rows">
          {shownFirst} of {ids.length.toLocaleString()} are shown.{' '}
          <Button onClick={() => showAll(true)}>Show all {ids.length.toLocaleString()}</Button>
        </p>
      )}
    </>
  )
}

function RecordCells({ ids, index }: { ids: string[]; index: number }) {
  const reading = useRecord(ids, index)
  const id = ids[index]!
  if (reading.is === 'there') return <ShownCells id={id} record={reading.record} />
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

function ShownCells({ id, record }: { id: string; record: ShownRecord }) {
  const numbers = identifiersShown(record)
  return (
    <>
      <td className="thumb-cell">
        <RecordCover title={record.title.titlePrimary} imageFileName={record.imageFileName} />
      </td>
      <td className="title-cell">
        <Link href={`/discover/details/${encodeURIComponent(id)}`}>{record.title.titlePrimary}</Link>
        <div className="why">{record.title.noteStmOfResponsibility || record.authors.join('; ')}</div>
      </td>
      <td className="type-cell">{record.scisType}</td>
      <td className="n year-cell">{record.publicationYear}</td>
      <td className="number-cell">
        {numbers.slice(0, 2).map((number) => (
          <div key={number} className="code">
            {number}
          </div>
        ))}
        {numbers.length > 2 && <div className="why">and {numbers.length - 2} more</div>}
      </td>
    </>
  )
}
