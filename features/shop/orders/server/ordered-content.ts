import type { Db } from '#app/app.ts'
import { priceCart } from '#features/shop/cart/server/cart.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import { orderProblem } from '../contract.ts'
import type { CartRow } from './held-cart.ts'

/**
 * The content of an order of this cart. Prices are of the day its review was opened, so nobody is charged a price
 * they have not seen.
 */
export async function orderedContent(db: Db, cart: CartRow, clock: Clock) {
  const { lines, tax, totals, orderable } = await priceCart(db, cart, businessDay(clock, cart.reviewedAt ?? clock()))
  if (lines.every(({ productCode }) => productCode === shippingCode)) throw orderProblem('cart_gone')
  if (!orderable) throw orderProblem('not_orderable')
  return {
    ...totals,
    currency: tax.currency,
    taxBasisPoints: tax.basisPoints,
    lines: lines.map((line) => ({
      productCode: line.productCode,
      productCategory: line.productCategory,
      description: line.description,
      quantity: line.quantity,
      // Orderable lines have a price.
      unitCents: line.unitCents!,
      enrollmentSize: line.enrollmentSize,
      termMonths: line.termMonths,
      typeName: line.typeName,
    })),
  }
}
