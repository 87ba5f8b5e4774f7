import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { Cover } from '#features/catalogue/web/catalogue-parts.tsx'
import { detailsAddress, makerOf, titleOf } from '#features/catalogue/web/hit-facts.ts'
import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import type { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { leadOf } from '#features/downloads/my-downloads/web/request-row.ts'
import type { requestsApi } from '#features/requests/contract.ts'
import { timelineApi } from '#features/requests/timeline/contract.ts'
import { describeItems } from '#features/requests/web/item-labels.ts'
import {
  draftAddress,
  newRequestAddress,
  requestAddress,
  requestsAddress,
} from '#features/requests/web/request-addresses.ts'
import { progressOf, stateOf } from '#features/requests/web/state-labels.ts'
import type { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, shortDate } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { Card, type Line, Lines, Pending } from './card.tsx'

const maxLines = 5

type Loaded<Reply> = { reply: Reply | undefined; problem: Problem | null; again: () => void }
type DownloadLine = Answer<typeof manageApi.listRequests>['response'][number]
type RequestLine = Answer<typeof requestsApi.catalogueRequests>['response'][number]

/** Requests whose file waits or is being made, and the records that have changed since. */
export function DownloadsCard({ reply, problem, again }: Loaded<Answer<typeof manageApi.listRequests>>) {
  const lines = reply?.response.flatMap((each) => downloadLine(each) ?? []).slice(0, maxLines)
  return (
    <Card title="Ready to download" all={{ href: '/myDownloads', label: 'My downloads' }}>
      {!lines ? (
        <Pending {...{ problem, again }} />
      ) : lines.length > 0 ? (
        <Lines lines={lines} />
      ) : (
        <p className="quiet">You’ve downloaded everything you requested.</p>
      )}
      <ChangedRecords />
    </Card>
  )
}

function downloadLine(line: DownloadLine): Line | undefined {
  const lead = leadOf(line)
  // A page to read waits for no one.
  const note = line.files?.every(({ itemType }) => itemType === 'html') ? undefined : noteOf(lead)
  if (!note) return undefined
  const { id, requestName, createdDate, matchedCount } = lead
  return {
    key: id,
    href: `/downloadRequest/${encodeURIComponent(id)}`,
    title: requestName || (createdDate ? `Request from ${shortDate(createdDate)}` : 'Request'),
    note: `${counted(matchedCount, 'record')}, ${note}`,
  }
}

function noteOf({ requestStatus, downloadComplete, fileSize, choicesCount }: DownloadLine): string | undefined {
  if (requestStatus === 'PROCESSING') return 'in progress'
  if (requestStatus === 'SCHEDULED') return 'scheduled'
  if (requestStatus === 'FAILED') return 'failed'
  if (downloadComplete) return undefined
  if (choicesCount > 0) return `${counted(choicesCount, 'identifier')} to choose`
  return fileSize === null ? undefined : 'ready'
}

function ChangedRecords() {
  const { reply } = useLatestReply(downloadedRecordsApi.changedRecords, { pageSize: 1 })
  if (!reply || reply.totalCount === 0) return null
  return (
    <p className="text-small line-above pt-6 mt-6">
      <Link href="/myDownloads/changed">
        {counted(reply.totalCount, 'downloaded record has', 'downloaded records have')} changed
      </Link>
    </p>
  )
}

/** The requests that changed last, and messages from the desk. */
export function RequestsCard({ reply, problem, again }: Loaded<Answer<typeof requestsApi.catalogueRequests>>) {
  const messages = useLatestReply(timelineApi.waitingMessages, {}).reply?.response ?? []
  const unread = new Set(messages.map(({ requestId }) => requestId))
  const lines = reply?.response.slice(0, maxLines).map((request) => requestLine(request, unread.has(request.id)))
  return (
    <Card title="Catalogue requests" all={{ href: requestsAddress, label: 'All requests' }}>
      {!lines ? (
        <Pending {...{ problem, again }} />
      ) : lines.length > 0 ? (
        <Lines lines={lines} />
      ) : (
        <p className="quiet">
          If an item isn’t in the catalogue, <Link href={newRequestAddress}>request a record for it</Link>.
        </p>
      )}
    </Card>
  )
}

function requestLine(request: RequestLine, hasMessage: boolean): Line {
  const { id, status, items, updatedDate } = request
  const address = requestAddress(id)
  return {
    key: id,
    href: address,
    title: describeItems(items),
    note: [stateOf(request).label, progressOf(request), updatedDate && shortDate(updatedDate)]
      .filter(Boolean)
      .join(', '),
    ...(hasMessage && { act: { href: `${address}#messages`, label: 'New message' } }),
    ...(status === 'DRAFT' && { act: { href: draftAddress(id), label: 'Continue' } }),
  }
}

/** Covers of the latest records of both kinds in turn, each leading to its record. */
export function NewRecordsCard() {
  const fiction = useLatestReply(discoverApi.recentFiction, {})
  const facts = useLatestReply(discoverApi.recentNonFiction, {})
  const hits = (fiction.reply?.response ?? [])
    .flatMap((hit, i) => [hit, facts.reply?.response[i] ?? []].flat())
    .slice(0, 5)
  return (
    <Card title="New in the catalogue" all={{ href: '/discover', label: 'Discover' }}>
      {fiction.reply && facts.reply ? (
        <ul className="new-covers">
          {hits.map((hit) => (
            <li key={hit._id}>
              <Link href={detailsAddress(hit._id)} title={titleOf(hit)}>
                <Cover imageFileName={hit._source.imageFileName} title={titleOf(hit)} by={makerOf(hit)} />
                <span className="only-heard">{titleOf(hit)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Pending
          problem={fiction.problem ?? facts.problem}
          again={() => {
            fiction.again()
            facts.again()
          }}
        />
      )}
    </Card>
  )
}
