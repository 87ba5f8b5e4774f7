import type { Clause } from '#features/catalogue/server/query.ts'
import type { Connection } from './connection.ts'
import { howMany, lookUpMeanings } from './meanings.ts'
import { printClause } from './print-query.ts'
import { refuseTooLong } from './query-length.ts'
import { askSearches } from './search-many.ts'

/** How many records each clause holds for, in the order asked. */
export async function counts(at: Connection, clauses: Clause[], signal?: AbortSignal): Promise<number[]> {
  if (clauses.length === 0) return []
  const meanings = await lookUpMeanings(at, clauses, false, signal)
  const asked = clauses.map((clause) => {
    const printed = printClause(clause, meanings, false)
    refuseTooLong(printed)
    return howMany({ bool: { filter: [printed] } })
  })
  const said = await askSearches<{ hits: { total: { value: number } } }>(at, asked, signal)
  return said.map(({ hits }) => hits.total.value)
}
