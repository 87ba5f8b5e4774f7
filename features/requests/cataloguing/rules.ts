/** Filters of the queue: parcel arrived or posted, or no parcel; unassigned or mine; a school wrote last. */
export const queueStates = ['received', 'posted', 'described', 'online', 'unassigned', 'mine', 'answer'] as const
export type QueueState = (typeof queueStates)[number]

/** Minutes in which an answer from the screen can be undone. */
export const undoMinutes = 10

/** The most items that are answered with one call. */
export const mostAnswered = 200

/** Works per page of the queue. */
export const worksAPage = 50

/** Days after which a request has waited too long. */
export const longWaitDays = 7
/** Filters of the queue by age: requests that have waited longer than these days. */
export const queueAgeFilters = ['7'] as const satisfies `${typeof longWaitDays}`[]
