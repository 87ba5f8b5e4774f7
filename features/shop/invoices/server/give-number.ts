import type { Db } from '#app/app.ts'
import type { BillingTables } from '../../billing/server/tables.ts'

/**
 * The next number of a series, such as `SCINV100001`. Gapless: its row stays locked until the transaction ends, and a
 * rollback frees the number. So take it as late in a transaction as possible.
 */
export async function giveNumber(tx: Db, kind: BillingTables['givenNumber']['kind']): Promise<string> {
  const { lastNo } = await tx
    .updateTable('givenNumber')
    .set((row) => ({ lastNo: row('lastNo', '+', 1) }))
    .where('kind', '=', kind)
    .returning('lastNo')
    .executeTakeFirstOrThrow()
  return `${kind}${lastNo}`
}
