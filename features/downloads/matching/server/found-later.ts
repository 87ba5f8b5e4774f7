import { type Day, writtenDay } from '#kit/day.ts'

/** Unmatched identifiers that the catalogue had on a later day, and the request made of them. */
export type FoundLater = { on: string; requestId: string; identifiers: string[] }

export const followUpName = (on: Day): string => `Found later, ${writtenDay(on)}`
