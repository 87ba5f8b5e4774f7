import { Check, Clock, ListChecks, LoaderCircle, X } from 'lucide-react'
import { lazy, useEffect, useMemo, useRef } from 'react'
import { dateAndTime, formatMoment, grouped, stretchOf } from '#kit/web/format.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { Status } from '#ui/tags.tsx'
import { formatSize } from '../../web/request-files.ts'
import { formats } from '../../web/request-labels.ts'
import { announceDownload, LineActions } from './line-actions.tsx'
import type { ListState } from './list-state.ts'
import { kinds } from './request-kinds.ts'
import { hasFile, isUnfinished, itemAddress, itemLabels, leadOf, type RequestLineView } from './request-row.ts'

const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }))
const RowKeys = lazyWhenIdle(async () => (await import('#ui/table/row-keys.tsx')).RowKeys)

const requestAddress = (id: string): string => `/downloadRequest/${encodeURIComponent(id)}`

/** The list's state and callbacks for the actions of a row. */
type Listed = { hidden: boolean; again: () => void; onHide: (index: number) => void }

const requestColumns = (now: Date, { again, hidden, onHide }: Listed): Columns<RequestLineView> => [
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
    width: 150,
    cell: ({ createdDate, requestedBy }) => (
      <>
        {createdDate && (
          <time dateTime={createdDate.toISOString()} title={dateAndTime(createdDate)}>
            {formatMoment(createdDate, now)}
          </time>
        )}
        <div className="why">{requestedBy}</div>
      </>
    ),
  },
  {
    head: 'Matched',
    number: true,
    width: 80,
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
    width: 135,
    apart: true,
    cell: (line) => <LineStatus line={leadOf(line)} />,
  },
  {
    head: 'File',
    className: 'file-cell ink-2',
    width: 140,
    cell: (line) =>
      line.files ? (
        <ItemFiles files={line.files} again={again} />
      ) : (
        (isUnfinished(line) || line.fileSize !== null) && (
          <>
            {line.content === 'IMAGE_ONLY' ? 'Covers' : formats[line.fileFormat]}
            {line.content === 'DATA_AND_IMAGE' && line.covers !== 0 && ', covers'}
            <div className="why">{formatSize(line.fileSize)}</div>
          </>
        )
      ),
  },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    width: 180,
    cell: (line, index) => <LineActions {...{ line, hidden, again }} onHide={() => onHide(index)} />,
  },
]

/** The files of one record, each to download again. */
const ItemFiles = ({ files, again }: { files: NonNullable<RequestLineView['files']>; again: () => void }) => (
  <ul className="item-files">
    {files.map((file) => (
      <li key={file.id}>
        {hasFile(file) ? (
          <a href={itemAddress(file)} target="_blank" rel="noopener" onClick={() => announceDownload(again)}>
            {itemLabels[file.itemType]}
          </a>
        ) : (
          itemLabels[file.itemType]
        )}{' '}
        {/* A page has no size before it is made. */}
        {file.itemType !== 'html' && <span className="why">{formatSize(file.fileSize)}</span>}
      </li>
    ))}
  </ul>
)

/** A page of requests; sorted by date, under headings of their age. */
export function RequestsTable({
  lines,
  order,
  hidden,
  again,
}: {
  lines: readonly RequestLineView[]
  order: ListState['order']
  hidden: boolean
  again: () => void
}) {
  const now = new Date()
  const box = useRef<HTMLDivElement>(null)
  const selection = useSelection(useMemo(() => lines.map(({ id }) => id), [lines]))
  const hiddenAt = useRef<{ index: number; of: typeof lines }>(undefined)
  const onHide = (index: number) => {
    hiddenAt.current = { index, of: lines }
  }
  // The row with the focus disappears: it moves to the row in its place.
  useEffect(() => {
    const at = hiddenAt.current
    if (!at || at.of === lines) return
    hiddenAt.current = undefined
    const index = Math.min(at.index, lines.length - 1)
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus()
  }, [lines])
  return (
    <div className="requests-table cards framed-cards" ref={box}>
      {selection.chosen.size > 0 && (
        <LazyPart>
          <SelectionBar {...{ lines, selection, hidden, again, onHide }} />
        </LazyPart>
      )}
      <DataTable
        caption="Download requests"
        columns={requestColumns(now, { hidden, again, onHide })}
        rows={lines}
        keyOf={({ id }) => id}
        groupOf={({ createdDate }) => (order === '3' && createdDate ? stretchOf(createdDate, now) : '')}
        choosing={{
          selection,
          noun: 'downloads on this page',
          count: lines.length,
          idOf: ({ id }) => id,
          nameOf: ({ requestName }) => requestName || 'Download request',
        }}
      />
      <LazyPart quiet>
        <RowKeys list={box} row="tbody tr:not(.stretch)" />
      </LazyPart>
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
