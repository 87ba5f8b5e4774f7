import { writtenDay } from '#kit/written-day.ts'

/** Unmatched identifiers that the catalogue had on a later day, and the request made of them. */
export type FoundLater = { on: string; requestId: string; identifiers: string[] }

export const followUpName = (on: string): string => `Found later, ${writtenDay(new Date(on))}`
