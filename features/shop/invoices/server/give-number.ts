import type { Db } from '#app/app.ts'
import type { BillingTables } from '../../billing/server/tables.ts'

/**
 * The next number of a kind, as `SCINV100001`. Without gaps: its row is held until the transaction ends, and a number of
 * one that is undone is given again. So it is asked for as late in a transaction as may be.
 */
export async function giveNumber(within: Db, kind: BillingTables['givenNumber']['kind']): Promise<string> {
  const { lastNo } = await within
    .updateTable('givenNumber')
    .set((row) => ({ lastNo: row('lastNo', '+', 1) }))
    .where('kind', '=', kind)
    .returning('lastNo')
    .executeTakeFirstOrThrow()
  return `${kind}${lastNo}`
}
