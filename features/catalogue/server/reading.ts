import { refuse } from './refuse.ts'

export const mostClauses = 128

/** What one search may still use up, and what it turned out to say. */
export type Reading = {
  clausesLeft: number
  /** Most values of one `terms`. */
  values: number
  /** Words of each text that might be a title. */
  titles: string[]
}

export function spend(reading: Reading, clauses = 1): void {
  reading.clausesLeft -= clauses
  if (reading.clausesLeft < 0) throw refuse(`The search has too many parts: at most ${mostClauses}.`)
}
