import { dayOfMidnight, daysUntil } from '#kit/day.ts'
import { businessDay } from '#kit/web/dates.ts'
import type { Tone } from '#ui/tags.tsx'
import type { SubscriptionView } from './use-subscriptions.ts'

export const states: Record<SubscriptionView['state'], { label: string; tone: Tone }> = {
  CURRENT: { label: 'Current', tone: 'ok' },
  UPCOMING: { label: 'Not started', tone: 'plain' },
  ENDED: { label: 'Ended', tone: 'plain' },
}

const types: Record<string, string> = {
  SUBSCRIPTION: 'Subscription',
  TRIAL: 'Free trial',
  Z3950_ONLY: 'Z39.50 only',
  COMPLIMENTARY: 'Complimentary',
  COMPLIMENTARY_LECTURER: 'Complimentary, lecturer',
  COMPLIMENTARY_VENDOR: 'Complimentary, vendor',
  COMPLIMENTARY_STUDENT: 'Complimentary, student',
}

/** Unknown types are at least made readable. */
export const typeLabel = (name: string): string => types[name] ?? name.replaceAll('_', ' ').toLowerCase()

/** Days until the start or end, or since the end; undefined beyond 90 days. */
export function describeSpan(one: SubscriptionView, now: Date): string | undefined {
  const at = { CURRENT: one.effectiveEndDate, UPCOMING: one.effectiveStartDate, ENDED: one.effectiveEndDate }[one.state]
  if (!at) return undefined
  const days = daysUntil(dayOfMidnight(at), businessDay(now))
  if (Math.abs(days) > 90) return undefined
  if (one.state === 'CURRENT') return days === 0 ? 'last day today' : days === 1 ? 'one day left' : `${days} days left`
  if (one.state === 'UPCOMING') return days === 1 ? 'starts tomorrow' : `starts in ${days} days`
  return days === -1 ? 'ended yesterday' : `ended ${-days} days ago`
}

export const detailsAddress = (id: string): string => `/subscription/details?id=${encodeURIComponent(id)}`
