import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { replaceWith } from '#kit/web/history.ts'
import { useLocation, useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { BackLink, returnTarget } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'
import { kinds } from '../../my-downloads/web/request-kinds.ts'
import type { RequestLineView } from '../../my-downloads/web/request-row.ts'
import { collectionTakesLonger } from '../../web/request-collection.ts'
import { moreTime } from '../../web/send-request.ts'
import { RequestProgress } from './request-progress.tsx'

type Type = keyof typeof kinds

const pollMs = 3000
/** The browser's clock may be behind the server's, or ahead of it. */
const clocksDifferMs = 120_000

/**
 * For a call that timed out while the server continues: looks for the request in the school's list, and moves to it.
 */
export function UnansweredRequest() {
  const search = useSearch()
  const text = (member: string) => [search[member]].flat()[0] ?? ''
  const type = text('type') in kinds ? (text('type') as Type) : undefined
  const since = new Date(text('since'))
  const me = useCurrentUser()
  const sought = { type, name: text('name'), since }
  const canBeFound = !Number.isNaN(since.getTime()) && (type !== undefined || sought.name !== '')
  const { reply } = useLatestReply(
    manageApi.listRequests,
    { ...(type ? { requestType: type } : {}), selectedOrder: '3' },
    { enabled: canBeFound, refetchEvery: pollMs },
  )
  const found = me && canBeFound ? foundAmong(reply?.response ?? [], sought, me) : undefined
  useEffect(() => {
    if (!found) return
    announce('Request received.')
    replaceWith(`/downloadRequest/${encodeURIComponent(found)}`)
  }, [found])

  const title = sought.name || (type ? kinds[type].label : 'Download request')
  const from = returnTarget(useLocation().search)
  return (
    <div className="download-request">
      <title>{title}</title>
      <BackLink />
      <h1 className="mt-10 anywhere">{title}</h1>
      <RequestProgress stage="scheduled" />
      <EmptyState
        icon={Clock}
        title={type === 'COLLECTION' ? collectionTakesLonger : moreTime}
        hint={
          <>
            We’re still working on it. {canBeFound && 'The request will appear here when it’s ready. '}
            You can leave this page: you’ll find the request under My downloads.
            {from?.href === '/' &&
              ' Your identifiers are still on the quick request page, in case you need to send them again.'}
          </>
        }
      >
        <LinkButton look="main" href="/myDownloads">
          My downloads
        </LinkButton>
        {from ? (
          <LinkButton href={from.href}>{from.title}</LinkButton>
        ) : (
          <LinkButton href="/">Quick request</LinkButton>
        )}
      </EmptyState>
    </div>
  )
}

/** A request by this person since then, of the same type; by its name if it is known and there are several. */
function foundAmong(
  lines: readonly RequestLineView[],
  { type, name, since }: { type: Type | undefined; name: string; since: Date },
  { user }: CurrentUser,
): string | undefined {
  const from = since.getTime() - clocksDifferMs
  const own = lines.filter(
    ({ createdDate, requestedBy }) =>
      createdDate && createdDate.getTime() >= from && requestedBy === `${user.firstName} ${user.lastName}`.trim(),
  )
  const named = own.find(({ requestName }) => requestName === name)
  return (named ?? (type && name === '' ? own[0] : undefined))?.id
}
