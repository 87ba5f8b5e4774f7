import { writtenDay } from '#kit/written-day.ts'

/** Unmatched identifiers that the catalogue had later, on a day, and the request that was made of them. */
export type FoundLater = { on: string; requestId: string; identifiers: string[] }

export const followUpName = (on: string): string => `Found later, ${writtenDay(new Date(on))}`
