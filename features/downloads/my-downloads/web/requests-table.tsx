import { Check, Clock, ListChecks, LoaderCircle, X } from 'lucide-react'
import { Fragment } from 'react'
import { momentInWords, stretchOf } from '#kit/web/when.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { sizeInWords } from '../../web/request-files.ts'
import { formats } from '../../web/request-words.ts'
import { LineActions } from './line-actions.tsx'
import type { ListState } from './list-state.ts'
import { kinds } from './request-kinds.ts'
import { isUnfinished, type ShownLine } from './use-request-list.ts'

/** A page of requests; by date, under headings of how long ago they were made. */
export function RequestsTable({
  lines,
  order,
  again,
}: {
  lines: readonly ShownLine[]
  order: ListState['order']
  again: () => void
}) {
  const now = new Date()
  const stretch = (line: ShownLine | undefined) =>
    order === '3' && line?.createdDate ? stretchOf(line.createdDate, now) : ''
  return (
    <div className="requests-table">
      <Table
        caption="Download requests"
        head={
          <>
            <th scope="col">Name</th>
            <th scope="col">Requested</th>
            <th scope="col" className="n">
              Matched
            </th>
            <th scope="col" className="n">
              Unmatched
            </th>
            <th scope="col" className="status-head">
              Status
            </th>
            <th scope="col">File</th>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {lines.map((line, i) => (
          <Fragment key={line.id}>
            {stretch(line) !== stretch(lines[i - 1]) && (
              <tr className="stretch">
                <th scope="colgroup" colSpan={7}>
                  {stretch(line)}
                </th>
              </tr>
            )}
            <Line line={line} now={now} again={again} />
          </Fragment>
        ))}
      </Table>
    </div>
  )
}

/** One there is, or one to come. */
const hasFile = (line: ShownLine) => isUnfinished(line) || line.fileSize !== null

const requestAddress = (id: string): string => `/downloadRequest/${encodeURIComponent(id)}`

function Line({ line, now, again }: { line: ShownLine; now: Date; again: () => void }) {
  const { requestName, requestType, createdDate, requestedBy, matchedCount, unmatchedCount, fileSize } = line
  const { label, icon } = kinds[requestType]
  return (
    <tr>
      <td className="name-cell">
        <div className="named">
          <Icon of={icon} />
          <div>
            <Link className="table-title" href={requestAddress(line.id)}>
              {requestName || 'Download request'}
            </Link>
            <div className="why">{label}</div>
          </div>
        </div>
      </td>
      <td className="when-cell">
        {createdDate && (
          <time dateTime={createdDate.toISOString()} title={createdDate.toLocaleString()}>
            {momentInWords(createdDate, now)}
          </time>
        )}
        <div className="why">{requestedBy}</div>
      </td>
      <td className="n count-cell">
        {matchedCount.toLocaleString()}
        <span className="narrow-word"> matched</span>
      </td>
      <td className={unmatchedCount > 0 ? 'n count-cell' : 'n count-cell none'}>
        {unmatchedCount.toLocaleString()}
        <span className="narrow-word"> unmatched</span>
      </td>
      <td className="status-cell">
        <LineStatus line={line} />
      </td>
      <td className="file-cell">
        {hasFile(line) && (
          <>
            {line.content === 'IMAGE_ONLY' ? 'Covers' : formats[line.fileFormat]}
            {line.content === 'DATA_AND_IMAGE' && line.covers !== 0 && ', covers'}
            <div className="why">{sizeInWords(fileSize)}</div>
          </>
        )}
      </td>
      <td className="act-cell">
        <LineActions line={line} again={again} />
      </td>
    </tr>
  )
}

/** Where a request stands, and what it still waits for. */
function LineStatus({ line }: { line: ShownLine }) {
  const { choicesCount, downloadComplete } = line
  return (
    <>
      <State line={line} />
      {choicesCount > 0 && !downloadComplete && (
        <Link className="to-choose num" href={`/downloadRequest/${encodeURIComponent(line.id)}`}>
          <Icon of={ListChecks} small />
          {choicesCount.toLocaleString()} to choose
        </Link>
      )}
      {line.requestStatus === 'FAILED' && line.messages[0] && <div className="why">{line.messages[0]}</div>}
    </>
  )
}

function State({ line: { requestStatus, downloadComplete, fileSize, choicesCount, timeout } }: { line: ShownLine }) {
  if (requestStatus === 'PROCESSING')
    return (
      <span className="status">
        <Icon of={LoaderCircle} small turning />
        Processing
      </span>
    )
  if (requestStatus === 'SCHEDULED' || (requestStatus === 'FAILED' && timeout))
    return (
      <Status tone="warn" icon={Clock}>
        Scheduled
      </Status>
    )
  if (requestStatus === 'FAILED')
    return (
      <Status tone="bad" icon={X}>
        Failed
      </Status>
    )
  if (downloadComplete) return <Status>Downloaded</Status>
  if (fileSize === null) return choicesCount > 0 ? <Status>No file yet</Status> : <Status>Nothing found</Status>
  return (
    <Status tone="ok" icon={Check}>
      Ready
    </Status>
  )
}
