import './waiting-count.css'
import { counted, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { timelineApi } from '../timeline/contract.ts'
import { requestAddress, requestsAddress } from './request-addresses.ts'

/** Links to the only one, or to the list. */
export function WaitingCount() {
  const waiting = useLatestReply(timelineApi.waitingMessages, {}).reply?.response ?? []
  const [first, second] = waiting
  if (!first) return null
  const says = `New message in ${counted(waiting.length, 'request')}`
  return (
    <Link
      className="waiting-count on-warn-soft ink-warn text-note weight-600"
      href={second ? requestsAddress : `${requestAddress(first.requestId)}#messages`}
      title={says}
    >
      <span aria-hidden>{grouped(waiting.length)}</span>
      <span className="only-heard">{says}</span>
    </Link>
  )
}
