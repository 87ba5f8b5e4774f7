import { MessageSquareText } from 'lucide-react'
import type { Answer } from '#kit/web/call.ts'
import { counted, dateAndTime, formatMoment } from '#kit/web/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import type { requestsApi } from '../contract.ts'
import { describeItems, typeIcons } from './item-labels.ts'
import { draftAddress, requestAddress, slipAddress } from './request-addresses.ts'
import { progressOf, stateOf } from './state-labels.ts'

export type RequestView = Answer<typeof requestsApi.catalogueRequests>['response'][number]

/** `waiting`: those where the desk wrote last. */
const requestColumns = (waiting: ReadonlySet<string>, now: Date): Columns<RequestView> => [
  {
    head: 'Request',
    className: 'name-cell anywhere',
    minWidth: 240,
    cell: ({ id, requestNumber, items }) => (
      <div className="flex gap-12">
        <Icon className="mt-2 ink-3" of={typeIcons[items[0]?.resourceType ?? 'BOOK']} />
        <div>
          <Link className="table-title" href={requestAddress(id)}>
            {describeItems(items)}
          </Link>
          <div className="why num">
            {requestNumber} · {counted(items.length, 'item')}
          </div>
        </div>
      </div>
    ),
  },
  {
    head: 'Status',
    className: 'status-cell',
    width: 230,
    cell: (request) => {
      const { label, tone } = stateOf(request)
      const progress = progressOf(request)
      return (
        <>
          <Status tone={tone}>{label}</Status>
          {progress && <div className="why num mt-4">{progress}</div>}
          {waiting.has(request.id) && (
            <Link
              className="has-message row gap-6 w-fit mt-4 ink-warn text-note weight-550"
              href={`${requestAddress(request.id)}#messages`}
            >
              <Icon of={MessageSquareText} small />
              New message
            </Link>
          )}
        </>
      )
    },
  },
  {
    head: 'Submitted',
    className: 'when-cell ink-2 anywhere',
    width: 160,
    cell: ({ submittedDate, requestedBy }) =>
      submittedDate ? (
        <>
          <Moment date={submittedDate} now={now} />
          <div className="why">{requestedBy}</div>
        </>
      ) : (
        <span className="not-yet ink-3">
          <span aria-hidden>–</span>
          <span className="only-heard">Not yet</span>
        </span>
      ),
  },
  {
    head: 'Last change',
    className: 'when-cell changed-cell ink-2 anywhere',
    width: 160,
    cell: ({ status, updatedDate, updatedBy }) => (
      <>
        {updatedDate && <Moment date={updatedDate} now={now} />}
        {/* Later changes are made by the desk. */}
        {status === 'DRAFT' && <div className="why">{updatedBy}</div>}
      </>
    ),
  },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell text-right',
    width: 140,
    cell: (request) => <NextStep request={request} name={describeItems(request.items)} />,
  },
]

/** A page of requests. */
export const MyRequestsTable = ({
  requests,
  waiting,
}: {
  requests: readonly RequestView[]
  waiting: ReadonlySet<string>
}) => (
  <div className="requests-table cards framed-cards">
    <DataTable
      caption="Catalogue requests"
      columns={requestColumns(waiting, new Date())}
      rows={requests}
      keyOf={({ id }) => id}
    />
  </div>
)

/** The most likely next action. */
function NextStep({ request: { id, status, items }, name }: { request: RequestView; name: string }) {
  if (status === 'DRAFT')
    return (
      <LinkButton href={draftAddress(id)}>
        Continue<span className="only-heard">: {name}</span>
      </LinkButton>
    )
  if (items.some((item) => item.physicalResource && item.status === 'REQUESTED'))
    return (
      <LinkButton href={slipAddress(id)}>
        Postage slip<span className="only-heard">: {name}</span>
      </LinkButton>
    )
  const [only, ...others] = items.filter((item) => item.downloadRequestId !== null)
  if (!only || others.length > 0) return null
  return (
    <LinkButton href={`/downloadRequest/${encodeURIComponent(only.downloadRequestId!)}`}>
      Download<span className="only-heard">: {name}</span>
    </LinkButton>
  )
}

const Moment = ({ date, now }: { date: Date; now: Date }) => (
  <time dateTime={date.toISOString()} title={dateAndTime(date)}>
    {formatMoment(date, now)}
  </time>
)
