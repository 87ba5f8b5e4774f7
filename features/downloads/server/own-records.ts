import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { highestTotal } from '#features/catalogue/rules.ts'
import { searchAmong } from '#features/catalogue/server/catalogue.ts'
import type { DocumentHit, RecordId } from '#features/catalogue/server/catalogue-port.ts'

/**
 * A search among the records that the school's requests found; what is still to be chosen from is among them. Those of
 * authority requests are headings.
 */
export async function viewItems(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  customerId: string,
  query: unknown,
  signal: AbortSignal,
) {
  return asHits(await searchAmong(catalogue, query, await recordsOfSchool(db, customerId), signal))
}

export const asHits = ({ total, hits }: { total: number; hits: DocumentHit[] }) => ({
  hits: {
    total: Math.min(total, highestTotal),
    hits: hits.map(({ id, score, document }) => ({ _id: id, _score: score, _source: document })),
  },
})

async function recordsOfSchool(db: Db, customerId: string): Promise<RecordId[]> {
  const { rows } = await sql<{ id: RecordId }>`
    select distinct id from (
      select jsonb_array_elements_text(matched) as id from download_request
        where customer_id = ${customerId} and type <> 'AUTHORITY'
      union all
      select jsonb_array_elements_text(choice -> 'ids') from download_request,
        jsonb_array_elements(choices) as choice where customer_id = ${customerId}
    ) as found`.execute(db)
  return rows.map(({ id }) => id)
}
