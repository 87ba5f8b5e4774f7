import type { Db } from '#app/app.ts'
import type { BillTo } from '#features/shop/billing/rules.ts'
import { billToOf } from '#features/shop/billing/server/bill-to.ts'
import { priceCart } from '#features/shop/cart/server/cart.ts'
import { shippingCode } from '#features/shop/products/rules.ts'
import { isCompleteAddress } from '#kit/address-faults.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import { orderProblem } from '../contract.ts'
import type { CartRow } from './held-cart.ts'

/** The payer's details for an order or a quote. Tax depends on the country. */
export async function completeBillTo(db: Db, customerId: string): Promise<BillTo> {
  const billTo = await billToOf(db, customerId)
  if (!isCompleteAddress(billTo)) throw orderProblem('address_incomplete')
  return billTo
}

/**
 * The content of an order of this cart. Prices are of the day its review was opened, so no one is charged a price
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
