import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { readProducts } from '#features/shop/products/server/products.ts'
import { businessDay } from '#kit/day.ts'
import { firstDayOfTerm, lastDayOfTerm } from '../rules.ts'
import type { OrderLineRow, OrderRow } from './held-cart.ts'

/** Serialises new subscriptions of a customer: else two terms could begin on the same day. */
export const lockCustomer = (tx: Db, customerId: string) =>
  tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()

/** Whether an order includes a subscription. */
export const givesSubscription = (lines: readonly Pick<OrderLineRow, 'termMonths'>[]): boolean =>
  lines.some(({ termMonths }) => termMonths !== null)

/**
 * Starts an order's subscriptions today, or after the product's last term; several of one product follow one another.
 * The transaction holds the lock on the customer.
 */
export async function startSubscriptions(
  { clock }: Pick<App, 'clock'>,
  tx: Db,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  invoiceNumber: string,
): Promise<void> {
  const now = clock()
  const given = lines.filter(({ termMonths }) => termMonths !== null)
  if (given.length === 0) return
  const codes = given.map(({ productCode }) => productCode)
  const names = new Map((await readProducts(tx, codes)).map(({ code, name }) => [code, name]))
  const terms = await tx
    .selectFrom('subscription')
    .select(['productCode', 'endsOn'])
    .where('customerId', '=', order.customerId)
    .where('productCode', 'in', codes)
    .execute()
  for (const line of given)
    for (let unit = 0; unit < line.quantity; unit++) {
      const { productCode } = line
      const before = terms.filter((term) => term.productCode === productCode)
      const startsOn = firstDayOfTerm(before, businessDay(clock, now))
      const endsOn = lastDayOfTerm(startsOn, line.termMonths!)
      terms.push({ productCode, endsOn })
      await tx
        .insertInto('subscription')
        .values({
          id: randomUUID(),
          customerId: order.customerId,
          orderId: order.id,
          typeName: line.typeName,
          productCode,
          productName: names.get(productCode) ?? line.description,
          startsOn,
          endsOn,
          enrollmentSize: line.enrollmentSize,
          createdAt: now,
          invoiceNumber,
          purchaseOrder: order.purchaseOrder,
          payorName: order.billTo.name,
        })
        .execute()
    }
}
