import type { Selectable } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Price } from '../rules.ts'
import type { ShopTables } from './tables.ts'

export type PricedProduct = Selectable<ShopTables['product']> & { prices: (Price & { id: string })[] }

/** With all their prices, in the shop's order; withdrawn ones too. */
export async function readProducts(db: Db, codes?: readonly string[]): Promise<PricedProduct[]> {
  if (codes?.length === 0) return []
  let products = db.selectFrom('product').selectAll()
  let prices = db.selectFrom('productPrice')
  if (codes) {
    products = products.where('code', 'in', codes)
    prices = prices.where('productCode', 'in', codes)
  }
  const rows = await products.orderBy('place').orderBy('code').execute()
  const all = await prices
    .select(['id', 'productCode', 'currency', 'enrollmentFrom', 'unitCents', 'startsOn', 'endsOn'])
    .orderBy('currency')
    .orderBy('enrollmentFrom')
    .orderBy('startsOn')
    .execute()
  const byCode = Map.groupBy(all, (price) => price.productCode)
  return rows.map((row) => ({ ...row, prices: byCode.get(row.code) ?? [] }))
}
