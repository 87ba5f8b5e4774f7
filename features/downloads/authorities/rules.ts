import { hasCurrentSubscription, type SubscriptionTerm } from '#features/catalogue/rules.ts'
import { type Day, writtenDay } from '#kit/day.ts'
import type { AuthorityKind, AuthorityScope } from './contract.ts'

export const authorityKinds = ['ALL', 'SUBJECT', 'NAME', 'SERIES'] as const satisfies AuthorityKind[]
export const authorityScopes = ['FULL', 'REFERENCE_ONLY', 'CHANGES'] as const satisfies AuthorityScope[]

/** `sAFDownloadAllowed`. */
export const mayDownloadAuthorityFiles = (subscriptions: readonly SubscriptionTerm[], today: Day): boolean =>
  hasCurrentSubscription(
    subscriptions.filter(({ productCode }) => productCode.includes('SAF')),
    today,
  )

export const nameOfKind: Record<AuthorityKind, string> = {
  ALL: 'All headings',
  SUBJECT: 'Subject headings',
  NAME: 'Name headings',
  SERIES: 'Series headings',
}

const nameOfScope: Record<AuthorityScope, string> = {
  FULL: 'full',
  REFERENCE_ONLY: 'reference only',
  CHANGES: 'changes',
}

/** `Subject headings, full`. */
export const nameOfFile = (kind: AuthorityKind, scope: AuthorityScope): string =>
  `${nameOfKind[kind]}, ${nameOfScope[scope]}`

/** `Headings of our records, 21 November 2026`. */
export function nameOfUsedHeadings(kind: AuthorityKind, on: Day): string {
  return `${kind === 'ALL' ? 'Headings' : nameOfKind[kind]} in our records, ${writtenDay(on)}`
}
