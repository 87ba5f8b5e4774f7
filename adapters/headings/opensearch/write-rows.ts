import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { openHeadingReader } from '../embedded/stored-references.ts'
import { ask, type Buckets, search } from './asking.ts'
import { indexedEntries, indexedHeading } from './indexed-heading.ts'

/** Deletes these headings and their lines from an index. */
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

/** Writes headings of a file into an index; with their lines if `entered` is absent or includes them. */
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

/** Checks that an index has all headings and lines of a file. Returns how many headings. */
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

/** Characters per call. */
const perCall = 4_000_000
/** Retries of what the cluster rejects as overloaded, with doubling waits. */
const maxTries = 10

type Answer = { errors: boolean; items: { index: { status: number; error?: { reason: string } } }[] }

/** Writes documents in calls of a few megabytes; waits while the cluster is overloaded. */
async function sendBulk(client: EngineClient, index: string, documents: Iterable<[id: string, object]>): Promise<void> {
  let lines: string[] = []
  let length = 0
  const send = async () => {
    if (lines.length > 0) await sendLines(client, index, lines)
    lines = []
    length = 0
  }
  for (const [id, document] of documents) {
    const line = `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(document)}\n`
    lines.push(line)
    length += line.length
    if (length >= perCall) await send()
  }
  await send()
}

async function sendLines(client: EngineClient, index: string, lines: string[]): Promise<void> {
  let left = lines
  for (let tries = 0; ; tries++) {
    const answer = await ask<Answer>(client, {
      method: 'POST',
      path: `/${index}/_bulk`,
      lines: left.join(''),
      timeoutMs: 120_000,
      retryForMs: 60_000,
    })
    const refused = answer.items.flatMap(({ index: { status, error } }, i) =>
      status >= 300 ? [{ i, status, error }] : [],
    )
    if (refused.length === 0) return
    const [worst] = refused.filter(({ status }) => status !== 429 && status !== 503)
    if (worst || tries >= maxTries)
      throw new HeadingsUnavailable(`A heading was not accepted: ${(worst ?? refused[0]!).error?.reason}`)
    left = refused.flatMap(({ i }) => left[i]!)
    await setTimeout(Math.min(100 * 2 ** tries, 5_000))
  }
}
