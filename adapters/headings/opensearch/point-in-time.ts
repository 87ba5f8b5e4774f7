import { randomUUID } from 'node:crypto'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type {
  Heading,
  HeadingEntry,
  HeadingsState,
  StoredHeading,
} from '#features/catalogue/headings/server/headings-port.ts'
import { generationOf, type Names } from './live-index.ts'
import { readInPages } from './pages.ts'
import { markReader, unmarkReader } from './readers.ts'

type IndexedHeading = { place: number; document: string; marc?: string; shown: string }

const mark = { is: 'heading' }
const perPage = 500

/** A state is an index that no longer changes; its reader's mark keeps it until the reader ends or falls silent. */
export async function openState(client: EngineClient, names: Names, index: string): Promise<HeadingsState> {
  const reader = randomUUID()
  await markReader(client, names, reader, index)
  const query = { term: mark }

  async function* pages(body: {
    query: object
    sort: object[]
    _source: string[] | false
    docvalue_fields?: string[]
  }) {
    let marked = Date.now()
    for await (const page of readInPages<IndexedHeading>(client, index, { ...body, size: perPage })) {
      yield page
      if (Date.now() - marked < 60_000) continue
      await markReader(client, names, reader, index)
      marked = Date.now()
    }
  }

  return {
    generation: generationOf(names, index),
    async *records(ids) {
      // The index's limit of values per query.
      for (const some of ids ? inParts(byBytes(ids), 10_000) : [undefined]) {
        const filter = some ? { bool: { filter: [query, { terms: { id: some } }] } } : query
        const body = { query: filter, sort: [{ id: 'asc' }], _source: ['place', 'document', 'marc'] }
        for await (const page of pages(body)) for (const { _source } of page) yield asStored(_source)
      }
    },
    async *entries(isCandidate = () => true) {
      const body = { query, sort: [{ sort: 'asc' }, { id: 'asc' }], _source: ['place', 'document', 'shown'] }
      for await (const page of pages(body))
        for (const { _source } of page) if (isCandidate(_source.place)) yield asEntry(_source)
    },
    close: () => unmarkReader(client, names, reader),
  }
}

const byBytes = (ids: string[]) => ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))

function inParts<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}

const asStored = ({ place, document, marc }: IndexedHeading): StoredHeading => ({
  place,
  document: JSON.parse(document),
  marc: marc === undefined ? undefined : Buffer.from(marc, 'base64'),
})

const asEntry = ({ place, document, shown }: IndexedHeading): HeadingEntry => ({
  place,
  document: JSON.parse(document),
  heading: JSON.parse(shown) as Heading,
})
