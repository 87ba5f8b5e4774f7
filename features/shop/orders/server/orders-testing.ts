import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Person, TestApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import type { HumanAction } from '#platform/human-check/contract.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { ordersApi } from '../contract.ts'

const owners = {
  hillview: ['demo-hillview', 'demo-hillview-librarian'],
  assistant: ['demo-hillview', 'demo-hillview-assistant'],
  riverside: ['demo-riverside', 'demo-riverside-librarian'],
} as const
type Owner = keyof typeof owners

const categories: Record<string, string> = {
  SCISBARCODES: 'Library supplies',
  SCISPLSTART: 'Professional learning',
  SCISSAF: 'Authority files',
  SHIPAUS22: 'Postage & Handling',
}
type Item = { productCode: string; quantity?: number; enrollmentSize?: number }

/** Catalogue data for 412 students, two rolls of labels and their postage: 425.00 + 270.00 + 12.00. */
export const usual: Item[] = [
  { productCode: 'SCISDATA', enrollmentSize: 412 },
  { productCode: 'SCISBARCODES', quantity: 2 },
  { productCode: 'SHIPAUS22' },
]
export const labels: Item[] = [{ productCode: 'SCISBARCODES' }, { productCode: 'SHIPAUS22' }]

/** A cart that has not been reviewed yet. */
export async function newCart(app: TestApp, items: Item[] = usual, owner: Owner = 'hillview'): Promise<string> {
  const [customerId, userId] = owners[owner]
  const id = randomUUID()
  const now = app.clock()
  const expiresAt = new Date(now.getTime() + 30 * dayMs)
  await app.db
    .insertInto('cart')
    .values({ id, customerId, userId, expiresAt, createdAt: now, reviewedAt: null, closedAt: null, quoteId: null })
    .execute()
  if (items.length > 0)
    await app.db
      .insertInto('cartItem')
      .values(
        items.map(({ productCode, quantity = 1, enrollmentSize = null as never }, position) => ({
          cartId: id,
          productCode,
          productCategory: categories[productCode] ?? 'Subscription',
          quantity,
          enrollmentSize,
          position,
        })),
      )
      .execute()
  return id
}

export const solve = (app: TestApp, action: HumanAction = 'order-review') => solveHumanCheck(app, action)

/** Opens the review, as the page does. */
export const review = (app: TestApp, id: string, person: Person | null = 'hillview') =>
  app.as(person)(ordersApi.orderDetails, { id })

type More = { person?: Person; answer?: string; purchaseOrder?: string }

export const requestInvoice = async (app: TestApp, id: string, { person = 'hillview', answer, ...more }: More = {}) =>
  app.as(person)(ordersApi.requestInvoice, { id, recaptcha_token: answer ?? (await solve(app)), ...more })

export const payNow = async (app: TestApp, id: string, { person = 'hillview', answer, ...more }: More = {}) =>
  app.as(person)(ordersApi.securePay, { id, recaptcha_token: answer ?? (await solve(app)), ...more })

/** Every row that ordering one cart leaves. */
export async function leftBy(app: TestApp, cartId: string) {
  const orders = await app.db.selectFrom('shopOrder').selectAll().where('cartId', '=', cartId).execute()
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return { orders, invoices: [], subscriptions: [], receipts: [], attempts: [] }
  const invoices = await app.db.selectFrom('invoice').selectAll().where('orderId', 'in', ids).execute()
  const invoiceIds = ['', ...invoices.map(({ id }) => id)]
  return {
    orders,
    invoices,
    subscriptions: await app.db
      .selectFrom('subscription')
      .selectAll()
      .where('orderId', 'in', ids)
      .orderBy('startsOn')
      .execute(),
    receipts: await app.db.selectFrom('receipt').selectAll().where('invoiceId', 'in', invoiceIds).execute(),
    attempts: await app.db
      .selectFrom('paymentAttempt')
      .selectAll()
      .where('orderId', 'in', ids)
      .orderBy('createdAt')
      // Those of one instant too: the test's clock may not move.
      .orderBy(sql`xmin::text::bigint`)
      .execute(),
  }
}
export const counted = async (app: TestApp, cartId: string) =>
  Object.fromEntries(Object.entries(await leftBy(app, cartId)).map(([name, rows]) => [name, rows.length]))
