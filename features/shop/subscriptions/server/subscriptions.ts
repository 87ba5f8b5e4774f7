import type { App, Db } from '#app/app.ts'
import { cartHolds, putIntoCart } from '#features/shop/cart/server/cart.ts'
import { businessDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type Subscription, subscriptionProblem } from '../contract.ts'
import { isDueForRenewal, stateOf } from '../rules.ts'

type Part = Pick<App, 'db' | 'clock'>

export async function listSubscriptions({ db, clock }: Part, caller: SchoolCaller): Promise<Subscription[]> {
  const rows = await rowsOf(db, caller.customerId)
  const today = businessDay(clock)
  const inCart = await cartHolds(db, caller, clock())
  return rows.map((row) => ({
    id: row.id,
    subscriptionType: { name: row.typeName },
    productCode: row.productCode,
    product: { name: row.productName },
    effectiveStartDate: row.startsOn,
    effectiveEndDate: row.endsOn,
    enrollmentSize: row.enrollmentSize,
    createdDate: row.createdAt.toISOString(),
    invoiceNumber: row.invoiceNumber,
    purchaseOrder: row.purchaseOrder,
    payorName: row.payorName,
    dueForRenewal: isDueForRenewal(row, rows, today),
    state: stateOf(row, today),
    inCart: inCart.has(row.productCode),
  }))
}

/** Idempotent: repeated or simultaneous requests put the product into the cart once. */
export async function renewSubscription(
  app: Part & Pick<App, 'env'>,
  caller: SchoolCaller,
  subscriptionId: string,
): Promise<{ cmsId: string; count: number; added: boolean }> {
  if (app.env.cmsUrl) throw subscriptionProblem('cart_elsewhere')
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const rows = await rowsOf(tx, caller.customerId)
    const one = rows.find((row) => row.id === subscriptionId)
    if (!one) throw subscriptionProblem('subscription_not_found')
    if (!isDueForRenewal(one, rows, businessDay(app.clock, now))) throw subscriptionProblem('not_due')
    const put = await putIntoCart(tx, caller, now, {
      productCode: one.productCode,
      quantity: 1,
      enrollmentSize: one.enrollmentSize,
    })
    if (put.added)
      await recordAudit(tx, {
        now,
        customerId: caller.customerId,
        userId: caller.userId,
        action: 'subscription_renewal_in_cart',
        subject: one.productName,
        after: { productCode: one.productCode, endsOn: one.endsOn },
      })
    return put
  })
}

const rowsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .orderBy('endsOn', 'desc')
    .orderBy('productName')
    .orderBy('id')
    .selectAll()
    .execute()
