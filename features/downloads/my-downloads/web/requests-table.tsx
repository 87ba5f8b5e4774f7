import { Check, Clock, ListChecks, LoaderCircle, X } from 'lucide-react'
import { dateAndTime, grouped, momentInWords, stretchOf } from '#kit/web/in-words.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import { sizeInWords } from '../../web/request-files.ts'
import { formats } from '../../web/request-labels.ts'
import { LineActions } from './line-actions.tsx'
import type { ListState } from './list-state.ts'
import { kinds } from './request-kinds.ts'
import { isUnfinished, type RequestLineView } from './use-request-list.ts'

/** Whether it has a file, or will have one. */
const hasFile = (line: RequestLineView) => isUnfinished(line) || line.fileSize !== null

const requestAddress = (id: string): string => `/downloadRequest/${encodeURIComponent(id)}`

const requestColumns = (now: Date, again: () => void): Columns<RequestLineView> => [
  {
    head: 'Name',
    className: 'name-cell',
    cell: ({ id, requestName, requestType }) => (
      <div className="named flex gap-12">
        <Icon className="mt-2 ink-3" of={kinds[requestType].icon} />
        <div>
          <Link className="table-title" href={requestAddress(id)}>
            {requestName || 'Download request'}
          </Link>
          <div className="why">{kinds[requestType].label}</div>
        </div>
      </div>
    ),
  },
  {
    head: 'Requested',
    className: 'when-cell ink-2 anywhere',
    width: 170,
    cell: ({ createdDate, requestedBy }) => (
      <>
        {createdDate && (
          <time dateTime={createdDate.toISOString()} title={dateAndTime(createdDate)}>
            {momentInWords(createdDate, now)}
          </time>
        )}
        <div className="why">{requestedBy}</div>
      </>
    ),
  },
  {
    head: 'Matched',
    number: true,
    width: 90,
    cell: ({ matchedCount }) => (
      <>
        {grouped(matchedCount)}
        <span className="narrow-word"> matched</span>
      </>
    ),
  },
  {
    head: 'Unmatched',
    number: true,
    width: 90,
    className: ({ unmatchedCount }) => (unmatchedCount > 0 ? undefined : 'ink-3'),
    cell: ({ unmatchedCount }) => (
      <>
        {grouped(unmatchedCount)}
        <span className="narrow-word"> unmatched</span>
      </>
    ),
  },
  {
    head: 'Status',
    className: 'status-cell',
    width: 170,
    apart: true,
    cell: (line) => <LineStatus line={line} />,
  },
  {
    head: 'File',
    className: 'file-cell ink-2',
    width: 140,
    cell: (line) =>
      hasFile(line) && (
        <>
          {line.content === 'IMAGE_ONLY' ? 'Covers' : formats[line.fileFormat]}
          {line.content === 'DATA_AND_IMAGE' && line.covers !== 0 && ', covers'}
          <div className="why">{sizeInWords(line.fileSize)}</div>
        </>
      ),
  },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    width: 205,
    cell: (line) => <LineActions line={line} again={again} />,
  },
]

/** A page of requests; sorted by date, under headings of their age. */
export function RequestsTable({
  lines,
  order,
  again,
}: {
  lines: readonly RequestLineView[]
  order: ListState['order']
  again: () => void
}) {
  const now = new Date()
  return (
    <div className="requests-table cards framed-cards">
      <DataTable
        caption="Download requests"
        columns={requestColumns(now, again)}
        rows={lines}
        keyOf={({ id }) => id}
        groupOf={({ createdDate }) => (order === '3' && createdDate ? stretchOf(createdDate, now) : '')}
      />
    </div>
  )
}

/** The state of a request, and any open choices. */
function LineStatus({ line }: { line: RequestLineView }) {
  const { choicesCount, downloadComplete } = line
  return (
    <>
      <State line={line} />
      {choicesCount > 0 && !downloadComplete && (
        <Link
          className="to-choose num row mt-4 text-note weight-550 gap-6 w-fit ink-warn"
          href={`/downloadRequest/${encodeURIComponent(line.id)}`}
        >
          <Icon of={ListChecks} small />
          {grouped(choicesCount)} to choose
        </Link>
      )}
      {line.requestStatus === 'FAILED' && line.messages[0] && <div className="why">{line.messages[0]}</div>}
    </>
  )
}

function State({
  line: { requestStatus, downloadComplete, fileSize, choicesCount, timeout },
}: {
  line: RequestLineView
}) {
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
