import type { Day } from '#kit/day.ts'
import { normalised } from '#kit/normalised.ts'
import type { Role } from '#kit/roles.ts'
import { grouped } from '#kit/wording.ts'
import type { HostItem } from '#marc/crosswalk/document.ts'
import { words as say } from './messages.ts'

/** The terms of a subscription that the rules need; days as `YYYY-MM-DD`, both included. */
export type SubscriptionTerm = { typeName: string; productCode: string; startsOn: Day; endsOn: Day }

const isCurrent = ({ startsOn, endsOn }: SubscriptionTerm, today: Day) => startsOn <= today && today <= endsOn

export const hasCurrentSubscription = (subscriptions: readonly SubscriptionTerm[], today: Day): boolean =>
  subscriptions.some((each) => isCurrent(each, today))

/** Whether a customer gets the counts of audience, country, genre, type, subject and learning area. */
export const hasExtraFacets = (subscriptions: readonly SubscriptionTerm[], today: Day): boolean =>
  subscriptions.some((each) => isCurrent(each, today) && isEligible(each))

function isEligible({ typeName, productCode }: SubscriptionTerm): boolean {
  // Tested first, since its name contains COMPLIMENTARY too.
  if (typeName.includes('COMPLIMENTARY_STUDENT')) return productCode.includes('SW')
  if (typeName.includes('COMPLIMENTARY') || typeName.includes('TRIAL')) return true
  return typeName.includes('SUBSCRIPTION') && !productCode.includes('SAF')
}

/** Notes of one library (590 to 599) are for staff: no one else may see them, or find a record by them. */
export const seesLocalNotes = (caller: { role: Role; disabled: boolean } | null): boolean =>
  caller !== null && !caller.disabled && caller.role !== 'student'

export type Order = 'asc' | 'desc'
export type SortOption = { selectedOrder: string; orderByOperator: Order; label: string; key: string }

/** The sort selector of the results page; the first is the default. `key` is the sort key of the query. */
export const sortOptions = [
  { selectedOrder: 'relevance', orderByOperator: 'desc', label: say.relevance, key: '_score' },
  { selectedOrder: 'title', orderByOperator: 'asc', label: say.title, key: 'titleSort' },
  { selectedOrder: 'author', orderByOperator: 'asc', label: say.author, key: 'authorSort' },
  {
    selectedOrder: 'publicationYear',
    orderByOperator: 'desc',
    label: say.newestYear,
    key: 'publicationYear',
  },
  {
    selectedOrder: 'publicationYear',
    orderByOperator: 'asc',
    label: say.oldestYear,
    key: 'publicationYear',
  },
  {
    selectedOrder: 'catalogueDate',
    orderByOperator: 'desc',
    label: say.newestInCatalogue,
    key: 'voyagerCreateDate',
  },
  {
    selectedOrder: 'catalogueDate',
    orderByOperator: 'asc',
    label: say.oldestInCatalogue,
    key: 'voyagerCreateDate',
  },
] as const satisfies SortOption[]

export const pageSizes = [5, 10, 20, 30, 40] as const
export const defaultPageSize = 30

/** Paging ends at this hit; totals above `highestTotal` are shown as `100,000+`. */
export const deepestHit = 10_000
export const highestTotal = 100_000

/**
 * Of a search by a known crawler: the last hit, and the chosen filters. Every page and every combination of filters is an
 * address, so a crawler would never end. People may continue to `deepestHit`, signed in or not.
 */
export const crawlerLimits = { deepestHit: 200, filters: 1 }

/**
 * Searches by people who are not signed in: all that end within the free hits and filters are free, deeper ones are
 * counted by network. No reader comes near it; a file of 10,000 records takes 90.
 */
export const visitorDepth = { freeHits: 1_000, freeFilters: 8, perHour: 600 }

/** Shown beside the export of a longer list: its file ends there too. */
export const exportEnds = (total: number): string | undefined =>
  total > deepestHit ? 'The file has the first 10,000. Narrow or re-sort the search to get the rest.' : undefined

/** Records of a search that can be put into the folder or requested at once, as many as a folder or a request holds. */
export const maxWholeSet = 4000

/** Ranges by which years of publication are counted and chosen, both bounds included. */
export const yearRanges = [
  { key: '1600-2003', label: say.beforeRange, from: 1600, to: 2003 },
  { key: '2004-2013', label: '2004 - 2013', from: 2004, to: 2013 },
  { key: '2014-2099', label: say.afterRange, from: 2014, to: 2099 },
] as const

/** The years of a range as its filter names it, both included: `2004-2013`, `1990-`, `-1999`. */
export function yearsOf(range: string): { from?: number; to?: number } | undefined {
  const [, from, to] = /^(\d{4})?-(\d{4})?$/.exec(range) ?? []
  if (!(from || to) || (from && to && from > to)) return undefined
  return { ...(from && { from: Number(from) }), ...(to && { to: Number(to) }) }
}

/** The last page that can be opened: page × size never exceeds 10,000 records. */
export const lastPage = (total: number, size: number): number =>
  Math.max(1, Math.min(Math.ceil(total / size), Math.floor(deepestHit / size)))

/** The path of a record's page for everyone: what is passed on to others leads there. */
export const openRecordPath = (id: string): string => `/record/${encodeURIComponent(id)}`

/** A series without the number in it: `Forest friends ; 2`. */
export const seriesName = (series: string): string => series.replace(/\s*;[^;]*$/, '')

/** Maximum characters of a report on a record. */
export const maxReportLength = 2000

/** Maximum characters of a search among the values of a facet. */
export const maxContaining = 100

/** Characters of a search that is typed, as they are searched: `ﷺ` is eighteen. */
export const maxTermLength = 1000

/** Whether a text is short enough to be searched. Every way to search asks this. */
export const fitsSearch = (term: string): boolean =>
  term.length <= maxTermLength && normalised(term, 'NFKC').length <= maxTermLength

/** The fault of a search before it is sent, in a sentence. */
export function complaintAbout(term: string): string | undefined {
  if (term === '') return 'Please enter a search term.'
  return fitsSearch(term) ? undefined : `A search can have at most ${grouped(maxTermLength)} characters.`
}

type Named = { authors: string[]; mainAuthor: { namePersonalPrimary: string; nameCorporatePrimary: string } }

/** Authors, and other contributors: an illustrator is no author. */
export function namesOf({ authors, mainAuthor }: Named): { main: string[]; others: string[] } {
  const main = [mainAuthor.namePersonalPrimary, mainAuthor.nameCorporatePrimary].filter(Boolean)
  return { main, others: authors.filter((name) => !main.includes(name)) }
}

/** The book or journal of a part, as in its record: `Australian birds, Vol. 12, no. 3 (May 2019), p. 22-25`. */
export const inHost = ({ host }: { host?: HostItem | null }): string =>
  host ? [host.maker, host.title, host.imprint, ...host.parts].filter(Boolean).join(', ') : ''

/** The order of a route's `selectedOrder` and `orderByOperator`; the first of that name if the direction is unknown. */
export function orderAmong<T extends { selectedOrder: string; orderByOperator: string }>(
  orders: readonly T[],
  selectedOrder: string,
  orderByOperator: string,
): T | undefined {
  const named = orders.filter((each) => each.selectedOrder === selectedOrder)
  return named.find((each) => each.orderByOperator === orderByOperator) ?? named[0]
}

/** The `query` of a route's `bodybuilderquery`: one kind of query and its body, or undefined. */
export function queryInAddress(text: string): Record<string, unknown> | undefined {
  if (text === '') return undefined
  try {
    const sent: unknown = JSON.parse(text)
    const query = isObject(sent) ? sent.query : undefined
    return isObject(query) && Object.keys(query).length === 1 && isObject(Object.values(query)[0]) ? query : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** These texts of a record in another script. Records that an earlier version loaded have none. */
export const twinsOf = (
  { inScript = [] }: { inScript?: { of: string; text: string; lang: string }[] },
  ...texts: string[]
): { of: string; text: string; lang: string }[] => inScript.filter(({ of }) => texts.includes(of))
