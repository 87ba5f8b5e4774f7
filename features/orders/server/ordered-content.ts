import type { Db } from '#app/app.ts'
import { totalsOf } from '#features/billing/rules.ts'
import { dayOf } from '#features/subscriptions/rules.ts'
import { orderProblem } from '../contract.ts'
import type { CartRow } from './held-cart.ts'
import { priceCart } from './priced-cart.ts'

/**
 * What would be ordered of a cart: the prices are of the day on which its review was opened, so that nobody is charged
 * another one than they have read.
 */
export async function orderedContent(db: Db, cart: CartRow, now: Date) {
  const day = dayOf(cart.reviewedAt ?? now)
  const { lines: priced, currency, taxBasisPoints } = await priceCart(db, cart, day)
  if (priced.length === 0) throw orderProblem('cart_gone')
  const lines = priced.map(({ unitCents, ...line }) => {
    if (unitCents === null) throw orderProblem('not_orderable')
    return {
      productCode: line.productCode,
      productCategory: line.productCategory,
      description: line.description,
      quantity: line.quantity,
      unitCents,
      enrollmentSize: line.enrollmentSize,
      termMonths: line.termMonths,
      typeName: line.typeName,
    }
  })
  return { lines, currency, taxBasisPoints, ...totalsOf(lines, taxBasisPoints) }
}
