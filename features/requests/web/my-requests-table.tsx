import { MessageSquareText } from 'lucide-react'
import type { Answer } from '#kit/web/call.ts'
import { momentInWords } from '#kit/web/when.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import type { requestsApi } from '../contract.ts'
import { counted, itemsInWords, typeIcons } from './item-words.ts'
import { draftAddress, requestAddress, slipAddress } from './request-addresses.ts'
import { progressOf, stateOf } from './state-words.ts'

export type ShownRequest = Answer<typeof requestsApi.catalogueRequests>['response'][number]

/** A page of requests. `waiting`: those in which the desk has written last. */
export function MyRequestsTable({
  requests,
  waiting,
}: {
  requests: readonly ShownRequest[]
  waiting: ReadonlySet<string>
}) {
  const now = new Date()
  return (
    <div className="requests-table">
      <Table
        caption="Catalogue requests"
        head={
          <>
            <th scope="col">Request</th>
            <th scope="col">Status</th>
            <th scope="col">Submitted</th>
            <th scope="col">Last change</th>
            <th scope="col">
              <span className="only-heard">Actions</span>
            </th>
          </>
        }
      >
        {requests.map((request) => (
          <Line key={request.id} request={request} now={now} waits={waiting.has(request.id)} />
        ))}
      </Table>
    </div>
  )
}

function Line({ request, now, waits }: { request: ShownRequest; now: Date; waits: boolean }) {
  const { id, status, requestNumber, items, submittedDate, updatedDate, updatedBy, requestedBy } = request
  const { label, tone } = stateOf(request)
  const progress = progressOf(request)
  const name = itemsInWords(items)
  return (
    <tr>
      <td className="name-cell">
        <div className="named">
          <Icon of={typeIcons[items[0]?.resourceType ?? 'BOOK']} />
          <div>
            <Link className="table-title" href={requestAddress(id)}>
              {name}
            </Link>
            <div className="why num">
              {requestNumber} · {counted(items.length, 'item')}
            </div>
          </div>
        </div>
      </td>
      <td className="status-cell">
        <Status tone={tone}>{label}</Status>
        {progress && <div className="why num">{progress}</div>}
        {waits && (
          <Link className="has-message" href={`${requestAddress(id)}#messages`}>
            <Icon of={MessageSquareText} small />
            The desk has written
          </Link>
        )}
      </td>
      <td className="when-cell">
        {submittedDate ? (
          <>
            <Moment date={submittedDate} now={now} />
            <div className="why">{requestedBy}</div>
          </>
        ) : (
          <span className="not-yet">
            <span aria-hidden>–</span>
            <span className="only-heard">Not yet</span>
          </span>
        )}
      </td>
      <td className="when-cell changed-cell">
        {updatedDate && <Moment date={updatedDate} now={now} />}
        {/* Later it is the desk's people who change it. */}
        {status === 'DRAFT' && <div className="why">{updatedBy}</div>}
      </td>
      <td className="act-cell">
        <NextStep request={request} name={name} />
      </td>
    </tr>
  )
}

/** What is likely to be done with it next. */
function NextStep({ request: { id, status, items }, name }: { request: ShownRequest; name: string }) {
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
  <time dateTime={date.toISOString()} title={date.toLocaleString()}>
    {momentInWords(date, now)}
  </time>
)
