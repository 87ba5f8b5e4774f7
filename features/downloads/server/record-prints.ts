import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'

/** What is remembered of a record that went into a file. */
export type Print = { id: RecordId; print: string; title: string }
/** `asOf`: the state of the catalogue before the first of them was read. */
export type Prints = { asOf: number; records: Map<RecordId, Print> }

/** 96 bits: two states of one record never share them by chance. */
export const printOf = ({ document, marc }: CatalogueRecord): Print => ({
  id: document.id,
  print: createHash('sha256').update(marc).digest('base64url').slice(0, 16),
  // The database keeps no NUL.
  title: [...document.title.titlePrimary.replaceAll('\0', '')].slice(0, 200).join(''),
})

/** Hands the records on, and remembers them. */
export async function* remembering(
  { catalogue }: Pick<App, 'catalogue'>,
  records: AsyncIterable<CatalogueRecord>,
  prints: Prints,
): AsyncGenerator<CatalogueRecord> {
  prints.asOf = (await catalogue.stats()).generation
  for await (const record of records) {
    const print = printOf(record)
    prints.records.set(print.id, print)
    yield record
  }
}

/** What could not be written is in no file. */
export const onlyWritten = ({ asOf, records }: Prints, written: ReadonlySet<RecordId>): Prints => ({
  asOf,
  records: new Map([...records].filter(([id]) => written.has(id))),
})

export const noPrints = (): Prints => ({ asOf: 0, records: new Map() })

/** Keeps what a request's file holds, in place of what one of its older files held. */
export async function keepPrints(within: Db, requestId: string, prints: Prints): Promise<void> {
  await know(within, prints)
  const kept = JSON.stringify([...prints.records.values()].map(({ id, print }) => ({ id, print })))
  await within
    .insertInto('requestPrint')
    .values({ requestId, prints: kept })
    .onConflict((conflict) => conflict.column('requestId').doUpdateSet({ prints: kept }))
    .execute()
}

/**
 * The file of a request is sent for the first time: its records are the school's from now on. In the order of their
 * numbers, so that two downloads at once do not wait for each other.
 */
export async function noteRequestDownloaded(
  within: Db,
  { id, customerId }: { id: string; customerId: string },
  now: Date,
): Promise<void> {
  await sql`
    with sent as (delete from request_print where request_id = ${id} returning prints)
    insert into downloaded_record (customer_id, record_id, downloaded_at, request_id, print)
      select ${customerId}, each.id, ${now}::timestamptz, ${id}, each.print
      from sent, json_to_recordset(sent.prints) as each (id text, print text)
      order by each.id collate "C"
      on conflict (customer_id, record_id) do update
        set downloaded_at = excluded.downloaded_at, request_id = excluded.request_id, print = excluded.print`.execute(
    within,
  )
}

/** The same of records that were sent as they were read, without a request. */
export async function noteRecordsDownloaded(db: Db, customerId: string, prints: Prints, now: Date): Promise<void> {
  await db.transaction().execute(async (within) => {
    await know(within, prints)
    await sql`
      insert into downloaded_record (customer_id, record_id, downloaded_at, print)
        select ${customerId}, each.id, ${now}::timestamptz, each.print
        from json_to_recordset(${JSON.stringify([...prints.records.values()])}::json) as each (id text, print text)
        order by each.id collate "C"
        on conflict (customer_id, record_id) do update
          set downloaded_at = excluded.downloaded_at, request_id = null, print = excluded.print`.execute(within)
  })
}

/** Records that are in a file are looked after from now on. Of those that already are, the look knows better. */
async function know(within: Db, { asOf, records }: Prints) {
  await sql`
    insert into known_record (record_id, print, title, as_of)
      select each.id, each.print, each.title, ${asOf}::bigint
      from json_to_recordset(${JSON.stringify([...records.values()])}::json) as each (id text, print text, title text)
      order by each.id collate "C"
      on conflict (record_id) do nothing`.execute(within)
}
