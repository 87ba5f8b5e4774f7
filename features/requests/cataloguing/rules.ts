/** Filters of the queue: parcel arrived or posted, or no parcel; unassigned or mine; a school wrote last. */
export const queueStates = ['received', 'posted', 'described', 'online', 'unassigned', 'mine', 'answer'] as const
export type QueueState = (typeof queueStates)[number]

/** Minutes in which an answer from the screen can be undone. */
export const undoMinutes = 10

/** The most items that are answered with one call. */
export const mostAnswered = 200

/** Works per page of the queue. */
export const worksAPage = 50

/** Days of waiting that begin a group of the queue by age. */
export const queueAges = [0, 3, 7, 14, 28] as const
/** The group as a filter: the days that begin it. */
export const queueAgeFilters = ['0', '3', '7', '14', '28'] as const satisfies `${(typeof queueAges)[number]}`[]
/** Its last day; undefined for the oldest. */
export const lastDayOfAge = (from: number): number | undefined => {
  const next = queueAges.find((age) => age > from)
  return next === undefined ? undefined : next - 1
}
