import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { cartDays } from '#features/shop/rules.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { QuoteLineRow, QuoteRow } from './quotes.ts'

/** A new cart of the caller’s own with what was quoted. */
export async function openQuotedCart(
  within: Db,
  { customerId, userId }: SchoolCaller,
  now: Date,
  { id: quoteId, purchaseOrder }: QuoteRow,
  lines: readonly QuoteLineRow[],
): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + cartDays * 86_400_000)
  await within
    .insertInto('cart')
    .values({ id, customerId, userId, createdAt: now, expiresAt, purchaseOrder, quoteId })
    .execute()
  await within
    .insertInto('cartItem')
    .values(
      lines.map(({ productCode, productCategory, quantity, enrollmentSize, position }) => ({
        cartId: id,
        productCode,
        productCategory,
        quantity,
        enrollmentSize,
        position,
        addedAt: now,
      })),
    )
    .execute()
  return id
}
