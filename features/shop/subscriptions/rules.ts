import { type Day, daysUntil } from '#kit/day.ts'

/** Days before its end from which a paid subscription is due for renewal. */
export const renewalDays = 60
/** Days after its end for which it stays due; later it is history. */
const forgottenDays = 365

export type Term = { typeName: string; productCode: string; startsOn: Day; endsOn: Day }
/** `dueForRenewal`: marked by the provider's team. */
type Marked = Term & { dueForRenewal: boolean }

export type SubscriptionState = 'CURRENT' | 'UPCOMING' | 'ENDED'

export const stateOf = ({ startsOn, endsOn }: Pick<Term, 'startsOn' | 'endsOn'>, today: Day): SubscriptionState =>
  today < startsOn ? 'UPCOMING' : today > endsOn ? 'ENDED' : 'CURRENT'

/** Trials and complimentary access are not bought, so there is nothing to renew. */
export const isBought = ({ typeName }: Pick<Term, 'typeName'>): boolean => !/TRIAL|COMPLIMENTARY/.test(typeName)

/**
 * Whether a subscription is due for renewal: marked by the provider's team, or bought and near its end, or ended within
 * the last year; not if the school (`all`) has a longer term of the same product. Whatever shows or lists subscriptions
 * that are due uses this rule: the school's screens, the desk, reminders and the API.
 */
export function isDueForRenewal(one: Marked, all: readonly Term[], today: Day): boolean {
  if (all.some((other) => other.productCode === one.productCode && other.endsOn > one.endsOn)) return false
  if (one.dueForRenewal) return true
  return isBought(one) && daysUntil(one.endsOn, today) <= renewalDays && daysUntil(one.endsOn, today) >= -forgottenDays
}
