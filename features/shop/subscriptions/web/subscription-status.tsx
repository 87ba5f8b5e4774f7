import { CalendarClock } from 'lucide-react'
import { Status } from '#ui/tags.tsx'
import { spanInWords, states } from './subscription-words.ts'
import type { ShownSubscription } from './use-subscriptions.ts'

/** Where a subscription stands, and how long it still lasts when that is near. */
export function SubscriptionStatus({ one }: { one: ShownSubscription }) {
  const { label, tone } = states[one.state]
  const span = spanInWords(one, new Date())
  return (
    <>
      {one.dueForRenewal ? (
        <Status tone="warn" icon={CalendarClock}>
          Due for renewal
        </Status>
      ) : (
        <Status tone={tone}>{label}</Status>
      )}
      {span && <div className="why">{span}</div>}
    </>
  )
}
