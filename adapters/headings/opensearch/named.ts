import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { authorities } from '#features/headings/server/heading-query.ts'
import type { Used } from '#features/headings/server/headings-port.ts'
import { keyOf } from '../embedded/stored-heading.ts'
import { readInPages } from './pages.ts'

const keysAtOnce = 2000

type Named = { id: string; key: string; scheme: string; authority: number }

/** Finds headings by their spelling, in every scheme of an authority. */
export async function namedIn(client: EngineClient, index: string, used: Used[]): Promise<string[][]> {
  const asked = used.map((each) => ({ ...each, key: keyOf(each.heading) }))
  const keys = [...new Set(asked.map(({ key }) => key))].filter((key) => key !== '')
  const byKey = new Map<string, Named[]>()
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const query = { terms: { key: keys.slice(from, from + keysAtOnce) } }
    const found = readInPages<Named>(client, index, {
      query: { bool: { filter: [{ term: { is: 'heading' } }, query] } },
      _source: ['id', 'key', 'scheme', 'authority'],
      sort: [{ scheme: 'asc' }, { place: 'asc' }],
    })
    for await (const page of found)
      for (const { _source: each } of page) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each])
  }
  return asked.map(({ key, authority, scheme }) => {
    const number = authorities.indexOf(authority)
    const named = (byKey.get(key) ?? []).filter((each) => each.authority === number)
    const own = named.filter((each) => each.scheme === `subject ${scheme}`)
    return (own.length > 0 ? own : named).map(({ id }) => id)
  })
}
