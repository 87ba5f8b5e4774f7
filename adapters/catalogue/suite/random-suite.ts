import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { anyQuery, anySketch } from './arbitrary.ts'
import { recordOf, type Sketch } from './documents.ts'
import { naiveSearch } from './naive-search.ts'

const sketches = (ids: string[]) => fc.tuple(...ids.map(anySketch))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i))

export function describeRandomQueries(open: () => Promise<CataloguePort>, numRuns: number) {
  test('answers like a plain evaluation of every record', { timeout: 400_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        // Two loads, the second replacing part of the first, then a removal.
        sketches(numbers(1, 25)),
        sketches(numbers(20, 35)),
        fc.uniqueArray(fc.constantFrom(...numbers(1, 35)), { maxLength: 5 }),
        fc.array(anyQuery, { minLength: 40, maxLength: 40 }),
        async (before, after, removed, queries) => {
          const catalogue = await open()
          try {
            await catalogue.write(before.map(recordOf))
            await catalogue.write(after.map(recordOf))
            await catalogue.remove(removed)
            const documents = left(before, after, removed)
            const clauses: { clause: Clause; count: number }[] = []
            const answers = await Promise.all(queries.map((query) => catalogue.search(query)))
            const found = await Promise.all(queries.map((query) => catalogue.find(query)))
            const withRecords = await Promise.all(queries.map((query) => catalogue.findRecords(query)))
            for (const [place, query] of queries.entries()) {
              const expected = naiveSearch(documents, query)
              const { total, facets, hits } = answers[place]!
              expect({ total, facets }).toEqual({ total: expected.total, facets: expected.facets })
              const withChoices = { ...query, choices: [] }
              clauses.push({ clause: query.clause, count: naiveSearch(documents, withChoices).total })
              const page = expected.ids.slice(query.from, query.from + query.size)
              const ids = hits.map(({ id }) => id)
              expect(found[place]).toEqual({ total, ids })
              const { records, ...rest } = withRecords[place]!
              expect(rest).toEqual({ total })
              expect(records.map(({ document }) => document)).toEqual(hits.map(({ document }) => document))
              const byRank = query.sort.length === 0 || query.sort.some(({ key }) => key === '_score')
              if (!byRank) expect(ids).toEqual(page)
              else if (query.from === 0 && query.size === 100) expect([...ids].sort()).toEqual([...page].sort())
              else expect(ids.length).toBe(page.length)
            }
            expect(await catalogue.counts(clauses.map(({ clause }) => clause))).toEqual(
              clauses.map(({ count }) => count),
            )
          } finally {
            await catalogue.close()
          }
        },
      ),
      { numRuns },
    )
  })
}

function left(before: Sketch[], after: Sketch[], removed: string[]): BibliographicDocument[] {
  const byId = new Map([...before, ...after].map((sketch) => [sketch.id, recordOf(sketch).document]))
  for (const id of removed) byId.delete(id)
  return [...byId.values()]
}
