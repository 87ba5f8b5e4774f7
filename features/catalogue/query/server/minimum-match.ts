import { refuse } from './refuse.ts'

/**
 * The required number of clauses: `2`, `"70%"` (rounded down), or as `-1` or `"-25%"` the number that may be missing.
 */
export function atLeastOf(minimum: number | string, clauses: number): number {
  const match = /^(-?)(\d{1,3})(%?)$/.exec(String(minimum))
  if (!match) throw refuse('minimum_should_match must be a whole number or a percentage.')
  const count = match[3] ? Math.floor((Number(match[2]) * clauses) / 100) : Number(match[2])
  return match[1] ? Math.max(0, clauses - count) : count
}
