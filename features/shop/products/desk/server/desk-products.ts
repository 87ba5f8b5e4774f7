import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { displayAmount } from '#features/shop/billing/rules.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Day, dayAfter } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type DeskProduct, type deskShopApi, shopProblem } from '../../contract.ts'
import { type Price, priceStates, productErrors } from '../../rules.ts'
import { type PricedProduct, readProducts, toProduct } from '../../server/products.ts'

type Part = Pick<App, 'db' | 'clock'>
type Answer = Promise<{ response: DeskProduct }>

export async function deskProducts({ db, clock }: Part): Promise<{ response: DeskProduct[] }> {
  const today = businessDay(clock)
  return { response: (await readProducts(db)).map((product) => toDeskProduct(product, today)) }
}

export const addProduct = (
  app: Part,
  caller: Caller,
  { productCode, ...typed }: Input<typeof deskShopApi.addProduct>,
): Answer =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const row = asRow(productCode, typed)
    const { place } = await tx
      .selectFrom('product')
      .select((all) => all.fn.coalesce(all.fn.max('place'), all.lit(0)).as('place'))
      .executeTakeFirstOrThrow()
    const added = await tx
      .insertInto('product')
      .values({ ...row, code: productCode, place: place + 1, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst()
    if (!added) throw onField('product_there', 'productCode')
    await audit(tx, caller, now, { action: 'product_added', subject: row.name, after: row })
    return answer(tx, productCode, businessDay(app.clock, now))
  })

export const changeProduct = (
  app: Part,
  caller: Caller,
  { productCode, changedDate, ...typed }: Input<typeof deskShopApi.changeProduct>,
): Answer =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const before = await heldProduct(tx, productCode)
    if (before.updatedAt.toISOString() !== changedDate) throw shopProblem('product_changed')
    const row = asRow(productCode, typed)
    const changed = difference(pick(before, row), row)
    if (changed) {
      await tx
        .updateTable('product')
        .set({ ...row, updatedAt: now })
        .where('code', '=', productCode)
        .execute()
      await audit(tx, caller, now, { action: 'product_changed', subject: row.name, ...changed })
    }
    return answer(tx, productCode, businessDay(app.clock, now))
  })

export const withdrawProduct = (
  app: Part,
  caller: Caller,
  { productCode, withdrawn }: Input<typeof deskShopApi.withdrawProduct>,
): Answer =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const product = await heldProduct(tx, productCode)
    if ((product.withdrawnAt !== null) !== withdrawn) {
      await tx
        .updateTable('product')
        .set({ withdrawnAt: withdrawn ? now : null, updatedAt: now })
        .where('code', '=', productCode)
        .execute()
      const action = withdrawn ? 'product_withdrawn' : 'product_offered'
      await audit(tx, caller, now, { action, subject: product.name })
    }
    return answer(tx, productCode, businessDay(app.clock, now))
  })

/** A price charged before today cannot be changed. */
export const addPrice = (
  app: Part,
  caller: Caller,
  { productCode, currency, enrollmentFrom, unitPrice, startsDate, endsDate }: Input<typeof deskShopApi.addPrice>,
): Answer =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const product = await heldProduct(tx, productCode)
    if (startsDate < businessDay(app.clock, now)) throw onField('price_begins_in_past', 'startsDate')
    if (endsDate !== null && endsDate < startsDate) throw onField('price_ends_before', 'endsDate')
    if (enrollmentFrom > 0 && !product.byEnrollment) throw onField('not_by_enrollment', 'enrollmentFrom')
    const price = {
      currency,
      enrollmentFrom,
      unitCents: Math.round(unitPrice * 100),
      startsOn: startsDate,
      endsOn: endsDate,
    }
    const added = await tx
      .insertInto('productPrice')
      .values({ ...price, id: randomUUID(), productCode, createdAt: now })
      .onConflict((conflict) => conflict.columns(['productCode', 'currency', 'enrollmentFrom', 'startsOn']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw onField('price_there', 'startsDate')
    await audit(tx, caller, now, { action: 'price_added', subject: product.name, after: inWords(price) })
    return answer(tx, productCode, businessDay(app.clock, now))
  })

/** A price charged before today is kept, ending yesterday. */
export const removePrice = (
  app: Part,
  caller: Caller,
  { productCode, priceId }: Input<typeof deskShopApi.removePrice>,
): Answer =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock()
    const today = businessDay(app.clock, now)
    const product = await heldProduct(tx, productCode)
    const price = product.prices.find(({ id }) => id === priceId)
    if (!price) throw shopProblem('price_not_found')
    if (price.endsOn !== null && price.endsOn < today) throw shopProblem('price_is_past')
    const { id } = price
    const before = inWords(price)
    if (price.startsOn >= today) {
      await tx.deleteFrom('productPrice').where('id', '=', id).execute()
      await audit(tx, caller, now, { action: 'price_removed', subject: product.name, before })
    } else {
      const endsOn = dayAfter(today, -1)
      await tx.updateTable('productPrice').set({ endsOn }).where('id', '=', id).execute()
      await audit(tx, caller, now, {
        action: 'price_ended',
        subject: product.name,
        before,
        after: { ...before, endsOn },
      })
    }
    return answer(tx, productCode, businessDay(app.clock, now))
  })

/** The price as shown in the audit log. */
const inWords = ({ currency, enrollmentFrom, unitCents, startsOn, endsOn }: Price) => ({
  unitPrice: `${currency} ${displayAmount(unitCents)}`,
  ...(enrollmentFrom > 0 ? { enrollmentFrom } : {}),
  startsOn,
  ...(endsOn === null ? {} : { endsOn }),
})

/** Locks the product, so that the second of two concurrent changes sees the first. */
async function heldProduct(tx: Db, code: string): Promise<PricedProduct> {
  await tx.selectFrom('product').select('code').where('code', '=', code).forUpdate().execute()
  const [product] = await readProducts(tx, [code])
  if (!product) throw shopProblem('product_not_found')
  return product
}

/** Normalises line breaks and removes characters that no screen can show. */
const plainText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ''))
    .trim()

type Typed = Omit<Input<typeof deskShopApi.addProduct>, 'productCode'>

/** The product as stored; throws every fault, each on its field. */
function asRow(code: string, { productCategory: category, ...typed }: Typed) {
  const row = {
    ...typed,
    category,
    name: plainText(typed.name),
    summary: plainText(typed.summary),
    description: plainText(typed.description),
    typeName: plainText(typed.typeName),
  }
  const errors = Object.entries(productErrors({ ...row, productCode: code, productCategory: category }))
  if (errors.length > 0)
    throw shopProblem('product_wrong', {
      messages: errors.map(([, sentence]) => sentence),
      errors: Object.fromEntries(errors.map(([field, sentence]) => [field, [sentence]])),
    })
  return row
}

const pick = (product: PricedProduct, row: ReturnType<typeof asRow>) =>
  Object.fromEntries(Object.keys(row).map((name) => [name, product[name as keyof typeof row]])) as typeof row

function onField(code: Parameters<typeof shopProblem>[0], field: string) {
  return shopProblem(code, { errors: { [field]: [...shopProblem(code).messages] } })
}

const audit = (
  tx: Db,
  { userId }: Caller,
  now: Date,
  noted: { action: string; subject: string; before?: Record<string, unknown>; after?: Record<string, unknown> },
) => recordAudit(tx, { now, userId, customerId: null, ...noted })

async function answer(tx: Db, code: string, today: Day) {
  const [product] = await readProducts(tx, [code])
  return { response: toDeskProduct(product!, today) }
}

function toDeskProduct(product: PricedProduct, today: Day): DeskProduct {
  const states = priceStates(product.prices, today)
  return {
    ...toProduct(product),
    typeName: product.typeName,
    changedDate: product.updatedAt.toISOString(),
    withdrawnDate: product.withdrawnAt?.toISOString() ?? null,
    prices: product.prices.map(({ id, currency, enrollmentFrom, unitCents, startsOn, endsOn }, index) => ({
      id,
      currency,
      enrollmentFrom,
      unitPrice: unitCents / 100,
      startsDate: startsOn,
      endsDate: endsOn,
      state: states[index]!,
    })),
  }
}
