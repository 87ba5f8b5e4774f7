import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { businessDay, type Day } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { Invoice, InvoiceItem, InvoiceStatus } from '../../billing/contract.ts'
import { taxName } from '../../billing/rules.ts'
import type { BillingTables } from '../../billing/server/tables.ts'

export type InvoiceRow = Selectable<BillingTables['invoice']>
export type InvoiceLineRow = Selectable<BillingTables['invoiceLine']>

const names = { PENDING: 'Pending', PAID: 'Paid', CANCELLED: 'Cancelled', REFUNDED: 'Refunded' } as const

/** The due date itself is still on time. */
export const statusOf = (row: Pick<InvoiceRow, 'status' | 'dueOn'>, today: Day): InvoiceStatus =>
  row.status === 'PENDING' && row.dueOn < today ? 'Overdue' : names[row.status]

export const asInvoiceItem = ({
  productCode,
  productCategory,
  description,
  quantity,
  unitCents,
  enrollmentSize,
}: Omit<InvoiceLineRow, 'invoiceId' | 'position'>): InvoiceItem => ({
  productCode,
  productCategory,
  description,
  quantity,
  unitPrice: unitCents / 100,
  enrollmentSize,
})

/** Invoices as their customer sees them, in the given order. */
export async function asInvoices(db: Db, rows: readonly InvoiceRow[], today: Day): Promise<Invoice[]> {
  const [lines, orders] = await Promise.all([linesOf(db, rows), orderNumbers(db, rows)])
  return rows.map((row) => {
    const status = statusOf(row, today)
    return {
      id: row.id,
      invoiceNumber: row.invoiceNo,
      invoiceStatus: status,
      status,
      createdDate: row.issuedOn,
      dateDue: row.dueOn,
      paidDate: row.paidAt?.toISOString() ?? null,
      subTotal: row.subTotalCents / 100,
      shipping: row.shippingCents / 100,
      gst: row.gstCents / 100,
      total: row.totalCents / 100,
      currency: row.currency,
      purchaseOrder: row.purchaseOrder,
      taxName,
      taxPercent: row.taxBasisPoints / 100,
      items: (lines.get(row.id) ?? []).map(asInvoiceItem),
      orderNumber: orders.get(row.orderId ?? '') ?? null,
      endedDate: row.endedAt?.toISOString() ?? null,
      endedReason: row.endedReason,
      pdfUrl: `/rest/invoice/${encodeURIComponent(row.id)}/pdf`,
    }
  })
}

export async function linesOf(
  db: Db,
  invoices: readonly Pick<InvoiceRow, 'id'>[],
): Promise<Map<string, InvoiceLineRow[]>> {
  const found = new Map<string, InvoiceLineRow[]>(invoices.map(({ id }) => [id, []]))
  if (invoices.length === 0) return found
  const rows = await db
    .selectFrom('invoiceLine')
    .selectAll()
    .where('invoiceId', 'in', [...found.keys()])
    .orderBy('position')
    .execute()
  for (const row of rows) found.get(row.invoiceId)!.push(row)
  return found
}

async function orderNumbers(db: Db, invoices: readonly Pick<InvoiceRow, 'orderId'>[]): Promise<Map<string, string>> {
  const ids = invoices.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('shopOrder').select(['id', 'orderNo']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, orderNo }) => [id, orderNo]))
}

/** The caller's own invoices, newest first. Screens hide cancelled ones. */
export async function listInvoices(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
): Promise<{ response: Invoice[] }> {
  const rows = await db
    .selectFrom('invoice')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('issuedOn', 'desc')
    .orderBy('invoiceNo', 'desc')
    .execute()
  return { response: await asInvoices(db, rows, businessDay(clock)) }
}
