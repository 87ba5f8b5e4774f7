import type { App, Db } from '#app/app.ts'
import { cartDays, shippingCode } from '#features/shop/products/rules.ts'
import { readProducts } from '#features/shop/products/server/products.ts'
import { dayMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { addItem, keepPostage } from './change-cart.ts'
import type { SiteItem } from './content-site-port.ts'
import { itemsOf } from './own-carts.ts'

type Part = Pick<App, 'db' | 'clock' | 'log' | 'contentSite'>

/**
 * Asks the other content site for a cart's items and stores it as our cart, owned by the school that opened it first.
 * `kept`: its row is current; `absent`: no such cart, or an empty one; `away`: the site does not answer.
 */
export async function takeOverCart(
  app: Part,
  caller: SchoolCaller,
  cmsId: string,
): Promise<'kept' | 'absent' | 'away'> {
  const { db, clock, contentSite, log } = app
  if (!contentSite) return 'kept'
  const known = await db.selectFrom('cart').selectAll().where('id', '=', cmsId).executeTakeFirst()
  if (known && !known.elsewhere) return 'absent'
  // Another school's, or ordered: the site is not asked for its items.
  if (known && (known.customerId !== caller.customerId || (await isOrdered(db, known.id)))) return 'kept'
  let items: SiteItem[] | undefined
  try {
    items = await contentSite.cart(cmsId)
  } catch (error) {
    log.warn({ err: error }, 'the content site did not say what is in a cart')
    return 'away'
  }
  const chosen = summedUp(items ?? [])
  if (chosen.length === 0) return 'absent'
  await db.transaction().execute((tx) => keep(tx, caller, cmsId, chosen, clock()))
  return 'kept'
}

async function keep(tx: Db, caller: SchoolCaller, cmsId: string, items: SiteItem[], now: Date) {
  const begun = { reviewedAt: null, expiresAt: new Date(now.getTime() + cartDays * dayMs) }
  await tx
    .insertInto('cart')
    .values({
      ...begun,
      id: cmsId,
      userId: caller.userId,
      customerId: caller.customerId,
      createdAt: now,
      elsewhere: true,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const cart = await tx.selectFrom('cart').selectAll().where('id', '=', cmsId).forUpdate().executeTakeFirstOrThrow()
  // A concurrent call was faster.
  if (cart.customerId !== caller.customerId || (await isOrdered(tx, cmsId))) return
  const there = summedUp(await itemsOf(tx, cmsId))
  const changed = asText(there) !== asText(items)
  // The time to order restarts with other items, and on another day.
  if (changed || cart.expiresAt.getTime() + dayMs <= now.getTime())
    await tx.updateTable('cart').set(begun).where('id', '=', cmsId).execute()
  if (changed) await putItems(tx, cmsId, items)
  await keepPostage(tx, cmsId)
}

async function putItems(tx: Db, cartId: string, items: SiteItem[]) {
  await tx.deleteFrom('cartItem').where('cartId', '=', cartId).execute()
  const products = await readProducts(
    tx,
    items.map((item) => item.productCode),
  )
  const categories = new Map(products.map(({ code, category }) => [code, category]))
  // Unknown products are stored too: the review marks them as unavailable.
  for (const item of items)
    await addItem(tx, cartId, { ...item, productCategory: categories.get(item.productCode) ?? '' })
}

const isOrdered = async (db: Db, cartId: string) =>
  (await db.selectFrom('shopOrder').select('id').where('cartId', '=', cartId).executeTakeFirst()) !== undefined

/** One line per product; postage is added by us. */
function summedUp(items: readonly SiteItem[]): SiteItem[] {
  const byCode = Map.groupBy(items, (item) => item.productCode)
  byCode.delete(shippingCode)
  return [...byCode].map(([productCode, same]) => ({
    productCode,
    quantity: same.reduce((sum, each) => sum + each.quantity, 0),
    enrollmentSize: same.find((each) => each.enrollmentSize !== null)?.enrollmentSize ?? null,
  }))
}

const asText = (items: SiteItem[]) =>
  JSON.stringify(items.toSorted((a, b) => a.productCode.localeCompare(b.productCode)))
