import type { RunningApp } from '#app/wire.ts'
import { absent, type Ledger } from './ledger.ts'
import { wrongChains } from './look-changes.ts'
import { downloadStates, folderStates, loadStates, mailStates } from './look-lists.ts'
import { orderStates, wrongNumbers } from './look-orders.ts'
import { requestStates } from './look-requests.ts'
import { wrongFiles, wrongJobs, wrongMails } from './look-work.ts'
import { inCart, product } from './writes.ts'

/** Call it when all jobs are done: compares the current state with the ledger, and reports other errors. */
export async function checkEverything(app: RunningApp, ledger: Ledger): Promise<void> {
  ledger.compare('folder', await folderStates(app))
  ledger.compare('download', await downloadStates(app))
  ledger.compare('request', await requestStates(app))
  ledger.compare('order', await orderStates(app))
  ledger.compare('mail', await mailStates(app))
  ledger.compare('load', await loadStates(app, ledger.names('load')))
  await checkValues(app, ledger)
  for (const look of [wrongNumbers, wrongChains, wrongFiles, wrongMails, wrongJobs])
    ledger.wrong.push(...(await look(app)))
}

/** Single values, and the latest of each. */
async function checkValues({ db }: RunningApp, ledger: Ledger) {
  const saved = await db
    .selectFrom('customerSettings')
    .select('settings')
    .where('customerId', '=', 'demo-riverside')
    .executeTakeFirst()
  const { checkUnmatchedRecordsDays } = (saved?.settings ?? {}) as Record<string, unknown>
  if (ledger.names('settings').length > 0) ledger.seen('settings', 'days', String(checkUnmatchedRecordsDays ?? absent))
  const { firstName } = await db
    .selectFrom('appUser')
    .select('firstName')
    .where('id', '=', 'demo-hillview-assistant')
    .executeTakeFirstOrThrow()
  if (ledger.names('profile').length > 0) ledger.seen('profile', 'name', firstName)
  const items = await db
    .selectFrom('cartItem')
    .innerJoin('cart', 'cart.id', 'cartItem.cartId')
    .select('quantity')
    .where('userId', '=', 'demo-hillview-librarian')
    .where('closedAt', 'is', null)
    .where('productCode', '=', product)
    .execute()
  ledger.seen('cart', product, inCart(items.reduce((sum, { quantity }) => sum + quantity, 0)))
}
