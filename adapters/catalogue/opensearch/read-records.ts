import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { ask, askSearch, type Connection } from './connection.ts'
import type { StoredRecord } from './stored-record.ts'

const perPage = 500
const perLook = 1_000
const idsPerPage = 10_000
/** How long the cluster keeps a point in time between two pages for a slow reader. */
const keepAlive = '10m'

export const recordMembers = ['id', 'document', 'marc', 'encoding'] as const
export type RecordSource = Pick<StoredRecord, (typeof recordMembers)[number]>
type Page<F> = { pit_id?: string; hits: { hits: (F & { sort: unknown[] })[] } }

const byIds = (ids: string[]) => ({ constant_score: { filter: { terms: { id: ids } } } })

export const recordOf = ({ document, marc, encoding }: Omit<RecordSource, 'id'>): CatalogueRecord => ({
  document: JSON.parse(document),
  marc: new Uint8Array(Buffer.from(marc, 'base64')),
  encoding,
})

async function sourcesOf<K extends keyof RecordSource>(
  at: Connection,
  ids: string[],
  members: K[],
): Promise<Map<string, Pick<RecordSource, K | 'id'>>> {
  const uniqueIds = [...new Set(ids)]
  const { hits } = await askSearch<Page<{ _source: Pick<RecordSource, K | 'id'> }>>(at, {
    size: uniqueIds.length,
    query: byIds(uniqueIds),
    _source: ['id', ...members],
  })
  return new Map(hits.hits.map(({ _source }) => [_source.id, _source]))
}

/** Fetches the next page while this one is used. */
export async function* fetchRecords(at: Connection, ids: string[]): AsyncIterable<CatalogueRecord> {
  const pageAt = (from: number) => {
    const page =
      from < ids.length ? sourcesOf(at, ids.slice(from, from + perPage), ['document', 'marc', 'encoding']) : undefined
    page?.catch(() => {})
    return page
  }
  let next = pageAt(0)
  for (let from = 0; next; from += perPage) {
    const page = await next
    next = pageAt(from + perPage)
    for (const id of ids.slice(from, from + perPage)) {
      const found = page.get(id)
      if (found) yield recordOf(found)
    }
  }
}

export async function documentsOf(at: Connection, ids: string[]): Promise<BibliographicDocument[]> {
  const documents: BibliographicDocument[] = []
  for (let from = 0; from < ids.length; from += perLook) {
    const page = ids.slice(from, from + perLook)
    const found = await sourcesOf(at, page, ['document'])
    for (const id of page) {
      const source = found.get(id)
      if (source) documents.push(JSON.parse(source.document))
    }
  }
  return documents
}

export async function hiddenNumbersOf(at: Connection, ids: string[]): Promise<Map<string, string[]>> {
  const documents = await documentsOf(at, [...new Set(ids)])
  return new Map(
    documents.flatMap(({ id, searched }) => (searched.identifiers.length > 0 ? [[id, searched.identifiers]] : [])),
  )
}

export async function knownIds(at: Connection, ids: string[]): Promise<string[]> {
  const known: string[] = []
  for (let from = 0; from < ids.length; from += idsPerPage) {
    const page = ids.slice(from, from + idsPerPage)
    const { hits } = await askSearch<Page<{ fields: { id: [string] } }>>(at, {
      size: idsPerPage,
      query: byIds([...new Set(page)]),
      _source: false,
      docvalue_fields: ['id'],
    })
    const found = new Set(hits.hits.map(({ fields }) => fields.id[0]))
    for (const id of page) if (found.has(id)) known.push(id)
  }
  return known
}

export async function* everyId(at: Connection): AsyncIterable<string> {
  for (let after: unknown[] | undefined; ; ) {
    const { hits } = await askSearch<Page<{ fields: { id: [string] } }>>(at, {
      size: idsPerPage,
      query: { match_all: {} },
      sort: ['idOrder'],
      track_total_hits: false,
      ...(after ? { search_after: after } : {}),
      _source: false,
      docvalue_fields: ['id'],
    })
    for (const { fields } of hits.hits) yield fields.id[0]
    if (hits.hits.length < idsPerPage) return
    after = hits.hits.at(-1)!.sort
  }
}

/** Every record of one point in time. */
export async function* everyRecord(at: Connection): AsyncIterable<CatalogueRecord> {
  for await (const source of everySource(at, ['document', 'marc', 'encoding'])) yield recordOf(source)
}

/** The requested members of every record at one point in time, in no order. */
export const everySource = <K extends keyof StoredRecord>(at: Connection, members: K[]) =>
  everyEntry<Pick<StoredRecord, K>>(at, { index: at.names.records, query: { match_all: {} }, members })

/** The requested members of every entry that the query finds, at one point in time, in no order. */
export async function* everyEntry<T>(
  at: Connection,
  { index, query, members }: { index: string; query: object; members: string[] | true },
): AsyncIterable<T> {
  let { pit_id: id } = await ask<{ pit_id: string }>(at, {
    method: 'POST',
    path: `/${index}/_search/point_in_time`,
    query: { keep_alive: keepAlive, allow_partial_pit_creation: false },
  })
  type Hit = { _source: T }
  try {
    const pageAfter = (after: unknown[] | undefined) => {
      const page = askSearch<Page<Hit>>(
        at,
        {
          size: perPage,
          query,
          pit: { id, keep_alive: keepAlive },
          sort: [{ _shard_doc: 'asc' }],
          track_total_hits: false,
          ...(after ? { search_after: after } : {}),
          _source: members,
        },
        { index: null },
      )
      page.catch(() => {})
      return page
    }
    let next: Promise<Page<Hit>> | undefined = pageAfter(undefined)
    while (next) {
      const { pit_id, hits }: Page<Hit> = await next
      id = pit_id ?? id
      next = hits.hits.length < perPage ? undefined : pageAfter(hits.hits.at(-1)!.sort)
      for (const { _source } of hits.hits) yield _source
    }
  } finally {
    await ask(at, { method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] }, expected: [404] }).catch(
      () => {},
    )
  }
}
