import type { Db } from '#app/app.ts'
import { taxOf } from '#features/billing/rules.ts'
import type { CartRow } from '#features/orders/server/held-cart.ts'
import { lineDescription, priceOn } from '#features/shop/rules.ts'
import { readProducts } from '#features/shop/server/shop.ts'

export async function priceCart(db: Db, cart: CartRow, day: string) {
  const { country } = await db
    .selectFrom('customer')
    .select('country')
    .where('id', '=', cart.customerId)
    .executeTakeFirstOrThrow()
  const tax = taxOf(country)
  const items = await db
    .selectFrom('cartItem')
    .selectAll()
    .where('cartId', '=', cart.id)
    .orderBy('position')
    .orderBy('productCode')
    .execute()
  const products = new Map(
    (
      await readProducts(
        db,
        items.map((i) => i.productCode),
      )
    ).map((product) => [product.code, product]),
  )
  const quoted = cart.quoteId
    ? await db
        .selectFrom('quoteLine')
        .innerJoin('quote', 'quote.id', 'quoteId')
        .where('quoteId', '=', cart.quoteId)
        .where('validUntil', '>=', day)
        .selectAll('quoteLine')
        .execute()
    : []
  const lines = items.map((item) => {
    const product = products.get(item.productCode)
    const held = quoted.find((q) => q.productCode === item.productCode && q.enrollmentSize === item.enrollmentSize)
    const price =
      product && !product.withdrawnAt
        ? priceOn(product.prices, { currency: tax.currency, enrollment: item.enrollmentSize ?? 0, day })
        : undefined
    return {
      productCode: item.productCode,
      productCategory: product?.category ?? item.productCategory,
      description: product ? lineDescription(product) : item.productCode,
      quantity: item.quantity,
      enrollmentSize: item.enrollmentSize,
      unitCents: held?.unitCents ?? price?.unitCents ?? null,
      termMonths: product?.termMonths ?? null,
      typeName: product?.typeName ?? '',
    }
  })
  return { lines, currency: tax.currency, taxBasisPoints: tax.basisPoints }
}
