import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { deliveryLines, postageCategory } from '#features/shop/billing/rules.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { DeskOrder, OrderLine, ordersApi } from '../contract.ts'
import type { OrderRow } from './held-cart.ts'
import { toItem } from './to-item.ts'

export const ordersAPage = 50

/** A school's orders, newest first. */
export async function listOrders(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
  { page }: Input<typeof ordersApi.listOrders>,
): Promise<{ response: OrderLine[]; totalCount: number }> {
  const found = db.selectFrom('shopOrder').where('customerId', '=', customerId)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(ordersAPage)
    .offset((page - 1) * ordersAPage)
    .execute()
  return { response: await toLines(db, rows), totalCount }
}

/** Orders of all schools. Searches the text in the numbers of order, invoice and school, and in the school’s name. */
export async function deskOrders(
  { db }: Pick<App, 'db'>,
  { page, status, text, customerId }: Input<typeof ordersApi.deskOrders>,
): Promise<{ response: DeskOrder[]; totalCount: number }> {
  let found = db
    .selectFrom('shopOrder')
    .innerJoin('customer', 'customer.id', 'shopOrder.customerId')
    .innerJoin('appUser', 'appUser.id', 'shopOrder.userId')
    .leftJoin('invoice', 'invoice.orderId', 'shopOrder.id')
  if (status) found = found.where('shopOrder.status', '=', status)
  if (customerId) found = found.where('shopOrder.customerId', '=', customerId)
  for (const like of likeWords(text))
    found = found.where((row) =>
      row.or([
        row('orderNo', 'ilike', like),
        row('shopOrder.purchaseOrder', 'ilike', like),
        row('invoiceNo', 'ilike', like),
        row('customer.name', 'ilike', like),
        row('customerNo', 'ilike', like),
      ]),
    )
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('shopOrder')
    .select(['customer.name as organisation', 'customerNo', 'firstName', 'lastName', 'username'])
    .orderBy('shopOrder.createdAt', 'desc')
    .orderBy('shopOrder.id')
    .limit(ordersAPage)
    .offset((page - 1) * ordersAPage)
    .execute()
  const subscriptions = await subscriptionsOf(
    db,
    rows.map(({ id }) => id),
  )
  const lines = await toLines(db, rows)
  return {
    totalCount,
    response: rows.map((row, index) => ({
      ...lines[index]!,
      customerId: row.customerId,
      organisation: row.organisation,
      customerNo: row.customerNo,
      deliverTo: lines[index]!.items.some(({ productCategory }) => productCategory === postageCategory)
        ? deliveryLines(row.billTo)
        : [],
      orderedBy: `${row.firstName} ${row.lastName}`.trim() || row.username,
      subscriptions: (subscriptions.get(row.id) ?? []).map(({ id, productCode, startsOn, endsOn }) => ({
        id,
        productCode,
        effectiveStartDate: startsOn,
        effectiveEndDate: endsOn,
      })),
    })),
  }
}

const likeWords = (text = ''): string[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

async function subscriptionsOf(db: Db, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, never[]>()
  const rows = await db
    .selectFrom('subscription')
    .select(['id', 'orderId', 'productCode', 'startsOn', 'endsOn'])
    .where('orderId', 'in', orderIds)
    .orderBy('startsOn')
    .orderBy('productCode')
    .execute()
  return Map.groupBy(rows, ({ orderId }) => orderId!)
}

async function toLines(db: Db, orders: OrderRow[]): Promise<OrderLine[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const lines = await db
    .selectFrom('shopOrderLine')
    .selectAll()
    .where('orderId', 'in', ids)
    .orderBy('position')
    .execute()
  const invoices = await db
    .selectFrom('invoice')
    .select(['id', 'invoiceNo', 'orderId'])
    .where('orderId', 'in', ids)
    .execute()
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.orderId!, invoice]))
  return orders.map((order) => ({
    id: order.id,
    orderNumber: order.orderNo,
    status: order.status,
    createdDate: order.createdAt.toISOString(),
    total: order.totalCents / 100,
    currency: order.currency,
    purchaseOrder: order.purchaseOrder,
    invoiceId: invoiceOf.get(order.id)?.id ?? null,
    invoiceNumber: invoiceOf.get(order.id)?.invoiceNo ?? null,
    items: (linesOf.get(order.id) ?? []).map(toItem),
  }))
}
