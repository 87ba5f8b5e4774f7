import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'

/** The stored identity of a record in a file. */
export type Fingerprint = { id: RecordId; print: string; title: string }
/** `asOf`: the catalogue's generation before the first of them was read. */
export type Fingerprints = { asOf: number; records: Map<RecordId, Fingerprint> }

/** 96 bits: two versions of one record never collide by chance. */
export const printOf = ({ document, marc }: CatalogueRecord): Fingerprint => ({
  id: document.id,
  print: hash('sha256', marc, 'base64url').slice(0, 16),
  // The database cannot store NUL.
  title: shortened(document.title.titlePrimary.replaceAll('\0', '')),
})

const shortened = (title: string) => (title.length <= 200 ? title : [...title].slice(0, 200).join(''))

/** Passes the records through and stores their fingerprints. */
export async function* remembering(
  { catalogue }: Pick<App, 'catalogue'>,
  records: AsyncIterable<CatalogueRecord>,
  prints: Fingerprints,
): AsyncGenerator<CatalogueRecord> {
  prints.asOf = (await catalogue.stats()).generation
  for await (const record of records) {
    const print = printOf(record)
    prints.records.set(print.id, print)
    yield record
  }
}

/** Drops records that could not be written: they are in no file. */
export const onlyWritten = ({ asOf, records }: Fingerprints, written: ReadonlySet<RecordId>): Fingerprints => ({
  asOf,
  records: new Map([...records].filter(([id]) => written.has(id))),
})

export const noFingerprints = (): Fingerprints => ({ asOf: 0, records: new Map() })

export const printsOf = ({ records }: Pick<Fingerprints, 'records'>): string =>
  JSON.stringify([...records.values()].map(({ id, print }) => ({ id, print })))

/** Stores the fingerprints of a request's file in place of those of its older files. */
export async function keepFingerprints(tx: Db, requestId: string, { records } = noFingerprints()): Promise<void> {
  if (records.size === 0) {
    await tx.deleteFrom('requestPrint').where('requestId', '=', requestId).execute()
    return
  }
  const kept = printsOf({ records })
  await tx
    .insertInto('requestPrint')
    .values({ requestId, prints: kept })
    .onConflict((conflict) => conflict.column('requestId').doUpdateSet({ prints: kept }))
    .execute()
}

/**
 * The file of a request is sent for the first time: from now on its records count as the school's. Needs a transaction.
 */
export async function markRequestDownloaded(
  tx: Db,
  { id: requestId, customerId }: { id: string; customerId: string },
  now: Date,
): Promise<void> {
  const sent = await tx
    .deleteFrom('requestPrint')
    .where('requestId', '=', requestId)
    .returning('prints')
    .executeTakeFirst()
  if (sent) await markDownloaded(tx, { customerId, requestId }, sent.prints, now)
}

/** The same for records that are streamed without a request. */
export async function markRecordsDownloaded(
  db: Db,
  customerId: string,
  prints: Fingerprints,
  now: Date,
): Promise<void> {
  await know(db, prints)
  const records = [...prints.records.values()]
  await db.transaction().execute((tx) => markDownloaded(tx, { customerId, requestId: null }, records, now))
}

/** Records that the school has now, in this state. Needs a transaction. */
export async function markDownloaded(
  tx: Db,
  { customerId, requestId }: { customerId: string; requestId: string | null },
  prints: Pick<Fingerprint, 'id' | 'print'>[],
  now: Date,
) {
  for (const page of inPages(prints))
    await sql`
      insert into downloaded_record (customer_id, record_id, downloaded_at, request_id, print)
        select ${customerId}, each.id, ${now}::timestamptz, ${requestId}::text, each.print
        from json_to_recordset(${JSON.stringify(page)}::json) as each (id text, print text)
        on conflict (customer_id, record_id) do update
          set downloaded_at = excluded.downloaded_at, request_id = excluded.request_id, print = excluded.print`.execute(
      tx,
    )
}

/**
 * Starts watching records that are in a file. For those already watched, the check has newer data, so this is
 * idempotent and needs no transaction.
 */
export async function know(db: Db, { asOf, records }: Fingerprints): Promise<void> {
  for (const page of inPages([...records.values()])) await knowing(asOf, page).execute(db)
}

/** The same as one statement. */
export const knowing = (asOf: number, records: Fingerprint[]) => sql`
  insert into known_record (record_id, print, title, as_of)
    select each.id, each.print, each.title, ${asOf}::bigint
    from json_to_recordset(${JSON.stringify(inOrder(records))}::json) as each (id text, print text, title text)
    on conflict (record_id) do nothing`

/** Rows in one statement: the embedded database serves no one else during it. */
const perPage = 4000

function* inPages<P extends Pick<Fingerprint, 'id'>>(prints: P[]): Generator<P[]> {
  const sorted = inOrder(prints)
  for (let from = 0; from < sorted.length; from += perPage) yield sorted.slice(from, from + perPage)
}

/** Two concurrent writers do not deadlock if both go by the record number. */
const inOrder = <P extends Pick<Fingerprint, 'id'>>(prints: P[]): P[] =>
  prints.toSorted((a, b) => (a.id < b.id ? -1 : 1))
