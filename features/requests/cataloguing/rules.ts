/** Filters of the queue: parcel arrived or posted; unassigned or mine; a school wrote last. */
export const queueStates = ['received', 'posted', 'digital', 'unassigned', 'mine', 'answer'] as const
export type QueueState = (typeof queueStates)[number]

/** Works per page of the queue. */
export const worksAPage = 50
