/** Parts of the queue: items whose parcel has come, or is under way; taken by nobody, or by me; where a school wrote last. */
export const queueStates = ['received', 'posted', 'digital', 'unassigned', 'mine', 'answer'] as const
export type QueueState = (typeof queueStates)[number]

/** So many stand on one page of the queue. */
export const worksAPage = 50
