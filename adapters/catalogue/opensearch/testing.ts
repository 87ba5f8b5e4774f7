import { randomUUID } from 'node:crypto'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { queryOf } from '../suite/queries.ts'
import { openClient } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { indexNames } from './index-names.ts'
import { openOpenSearchCatalogue } from './opensearch-catalogue.ts'

export const newPrefix = () => `test-${randomUUID()}`

export const connectTo = (url: string, prefix: string): Connection => ({
  client: openClient(url.split(',')),
  names: indexNames(prefix),
})

/** A new, empty catalogue in a cluster; closing it deletes its indices. */
export async function openNewCatalogue(url: string, shards = 1): Promise<CataloguePort> {
  const prefix = newPrefix()
  const catalogue = await openOpenSearchCatalogue({ urls: url.split(','), prefix, shards })
  return {
    ...catalogue,
    close: async () => {
      await catalogue.close()
      const { client } = connectTo(url, prefix)
      await client.ask({ method: 'DELETE', path: `/${prefix}-*` })
      await client.close()
    },
  }
}

/** Records whose titles all name their round. */
export const roundOf = (round: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    recordOf({ id: String(i + 1), title: `Title ${i}, round ${round}`, subjects: [`Round ${round}`] }),
  )

/** The one round of all records, from one search: its total, hits and facet must agree. */
export async function roundSeen(catalogue: CataloguePort, count: number): Promise<number> {
  const facets = [{ name: 'rounds', field: 'subjects' as const, size: 20, minCount: 1 }]
  const { total, hits, facets: found } = await catalogue.search(queryOf({ kind: 'all' }, { size: 100, facets }))
  const rounds = new Set(hits.map(({ document }) => document.subjects[0]))
  const [bucket, ...others] = found.rounds!
  if (total !== count || rounds.size !== 1 || others.length > 0 || bucket!.count !== count || !rounds.has(bucket!.key))
    throw new Error(`half of a load is seen: ${JSON.stringify({ total, rounds: [...rounds], facets: found.rounds })}`)
  return Number(bucket!.key.slice('Round '.length))
}

/** Versions of records in the searched index, visible or not, and how many are marked as replaced. */
export async function entriesOf(at: Connection): Promise<{ all: number; marked: number }> {
  const index = Object.keys(await ask<object>(at, { method: 'GET', path: `/_alias/${at.names.records}` }))[0]!
  await ask(at, { method: 'POST', path: `/${index}/_refresh` })
  const count = async (query: object) =>
    (await ask<{ count: number }>(at, { method: 'POST', path: `/${index}/_count`, body: { query } })).count
  return { all: await count({ exists: { field: 'since' } }), marked: await count({ exists: { field: 'until' } }) }
}
