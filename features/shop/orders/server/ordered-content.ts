import type { Db } from '#app/app.ts'
import { priceCart } from '#features/shop/cart/server/cart.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import { dayOf } from '#kit/day.ts'
import { orderProblem } from '../contract.ts'
import type { CartRow } from './held-cart.ts'

/**
 * What would be ordered of a cart: the prices are of the day on which its review was opened, so that nobody is charged
 * another one than they have read.
 */
export async function orderedContent(db: Db, cart: CartRow, now: Date) {
  const { lines, tax, totals, orderable } = await priceCart(db, cart, dayOf(cart.reviewedAt ?? now))
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
      // Orderable ones have a price.
      unitCents: line.unitCents!,
      enrollmentSize: line.enrollmentSize,
      termMonths: line.termMonths,
      typeName: line.typeName,
    })),
  }
}
