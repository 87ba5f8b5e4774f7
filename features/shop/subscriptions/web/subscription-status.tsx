import { CalendarClock } from 'lucide-react'
import { Status } from '#ui/tags.tsx'
import { describeSpan, states } from './subscription-labels.ts'
import type { SubscriptionView } from './use-subscriptions.ts'

/** A subscription's state, and its remaining time if it is short. */
export function SubscriptionStatus({ one }: { one: SubscriptionView }) {
  const { label, tone } = states[one.state]
  const span = describeSpan(one, new Date())
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
