import { counted } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { requestsApi } from '../contract.ts'
import { timelineApi } from '../timeline/contract.ts'
import { listAddress, wholeList } from './my-requests-state.ts'
import { requestAddress, requestsAddress } from './request-addresses.ts'

/** Links to open drafts and requests; empty if there are none. */
export function RequestsAtHand() {
  const { DRAFT = 0, REQUESTED = 0 } =
    useLatestReply(requestsApi.catalogueRequests, { pageSize: 1 }).reply?.counts ?? {}
  const waiting = useLatestReply(timelineApi.waitingMessages, {}).reply?.response ?? []
  const [first, second] = waiting
  if (DRAFT + REQUESTED === 0) return null
  const links = [
    DRAFT > 0 && { href: listAddress(wholeList, { status: 'DRAFT' }), text: counted(DRAFT, 'draft') },
    REQUESTED > 0 && {
      href: listAddress(wholeList, { status: 'REQUESTED' }),
      text: `${counted(REQUESTED, 'open request')}`,
    },
    first && {
      href: second ? requestsAddress : `${requestAddress(first.requestId)}#messages`,
      text: `new message in ${counted(waiting.length, 'request')}`,
    },
  ].filter((link) => !!link)
  return (
    <span className="num">
      {links.map(({ href, text }, i) => (
        <span key={href}>
          {i > 0 && ' · '}
          <Link href={href}>{text}</Link>
        </span>
      ))}
    </span>
  )
}
