import { z } from 'zod'
import type { CatalogueQuery, SortKey } from './query.ts'
import { listOf } from './read-clause.ts'
import { accept, quoted, refuse } from './refuse.ts'

const mostKeys = 4
const keys = new Set<string>([
  '_score',
  'titleSort',
  'authorSort',
  'publicationYear',
  'voyagerCreateDate',
] satisfies SortKey[])
const order = z.enum(['asc', 'desc'])
const Direction = z.union([order, z.strictObject({ order: order.optional() })])
const Sort = z.union([z.string(), z.record(z.string(), z.unknown())])

/** `titleSort`, `{ titleSort: 'desc' }`, `{ titleSort: { order: 'desc' } }`, or a list of them. */
export function readSort(sent: unknown): CatalogueQuery['sort'] {
  const asked = listOf(sent).flatMap((each): [string, unknown][] => {
    const one = accept(Sort, each, 'sort')
    return typeof one === 'string' ? [[one, undefined]] : Object.entries(one)
  })
  if (asked.length > mostKeys) throw refuse(`A search is sorted by at most ${mostKeys} keys.`)
  const sort: CatalogueQuery['sort'] = []
  for (const [key, direction] of asked) {
    const descending = isDescending(key, direction)
    // Headings are sorted in the thesaurus; a bibliographic record has none, so all are equal.
    if (key === 'heading') continue
    if (!keys.has(key)) throw refuse(`Sorting by ${quoted(key)} is not accepted.`)
    if (!sort.some((known) => known.key === key)) sort.push({ key: key as SortKey, descending })
  }
  return sort.length > 0 ? sort : [{ key: '_score', descending: true }]
}

function isDescending(key: string, direction: unknown): boolean {
  const read = direction === undefined ? undefined : accept(Direction, direction, `the order of ${quoted(key)}`)
  const written = typeof read === 'object' ? read.order : read
  return written === undefined ? key === '_score' : written === 'desc'
}
