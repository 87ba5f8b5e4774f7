import type { DatabaseSync } from 'node:sqlite'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type { HeadingDocument } from '#marc/heading-document.ts'
import { openHeadingReader } from '../embedded/stored-references.ts'
import { ask, type Buckets, search } from './asking.ts'
import { sendBulk } from './bulk.ts'
import { indexedEntries, indexedHeading } from './indexed-heading.ts'

/** Deletes what these headings have in an index: themselves and their lines. */
export async function deletePlaces(client: EngineClient, index: string, places: number[]): Promise<void> {
  for (let from = 0; from < places.length; from += 10_000)
    await ask(client, {
      method: 'POST',
      path: `/${index}/_delete_by_query`,
      query: { refresh: false, conflicts: 'proceed' },
      body: { query: { terms: { place: places.slice(from, from + 10_000) } } },
      timeoutMs: 600_000,
    })
}

/** Writes headings of a file into an index; with their lines, where `entered` is not given or has them. */
export async function writeRows(
  client: EngineClient,
  db: DatabaseSync,
  index: string,
  rows: number[],
  entered?: Set<number>,
): Promise<void> {
  await sendBulk(client, index, documentsOf(db, rows, entered))
}

/** All headings of a file, with their lines. */
export async function writeAll(client: EngineClient, db: DatabaseSync, index: string): Promise<void> {
  const all = db.prepare('select row from heading order by row').all() as { row: number }[]
  await writeRows(
    client,
    db,
    index,
    all.map(({ row }) => row),
  )
}

/** Whether an index has all headings and lines of a file. Answers how many headings. */
export async function checkWritten(client: EngineClient, db: DatabaseSync, index: string): Promise<number> {
  const { aggregations } = await search<never, { is: Buckets }>(client, index, {
    size: 0,
    aggs: { is: { terms: { field: 'is' } } },
  })
  const there = (what: string) => aggregations.is.buckets.find(({ key }) => key === what)?.doc_count ?? 0
  const rows = (table: string) => (db.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }).rows
  const [headings, entries] = [rows('heading'), rows('entry')]
  if (there('heading') !== headings || there('entry') !== entries)
    throw new Error(
      `The new index has ${there('heading')} of ${headings} headings, ${there('entry')} of ${entries} lines.`,
    )
  return headings
}

function* documentsOf(db: DatabaseSync, rows: number[], entered?: Set<number>): Generator<[id: string, object]> {
  const read = openHeadingReader(db)
  const stored = db.prepare(
    'select h.document, m.bytes from heading h left join marc m on m.row = h.row where h.row = ?',
  )
  const above = db.prepare('select h.id from link l join heading h on h.row = l.target where l.row = ? and l.kind = 0')
  const below = db.prepare('select count(*) as count from link where row = ? and kind = 1')
  for (const row of rows) {
    const { document: json, bytes } = stored.get(row) as { document: string; bytes: Uint8Array | null }
    const document: HeadingDocument = JSON.parse(json)
    const heading = indexedHeading({
      place: row,
      document,
      marc: bytes ?? undefined,
      shown: read(row),
      broader: (above.all(row) as { id: string }[]).map(({ id }) => id),
      narrower: (below.get(row) as { count: number }).count,
    })
    yield [String(row), heading]
    if (entered === undefined || entered.has(row))
      for (const [i, line] of indexedEntries(row, document).entries()) yield [`${row}-${i}`, line]
  }
}
