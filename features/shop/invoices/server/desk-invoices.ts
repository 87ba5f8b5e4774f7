import { type SelectQueryBuilder, sql } from 'kysely'
import type { App, Database, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Day } from '#kit/day.ts'
import { billingProblem, type DeskInvoice, type deskBillingApi } from '../../billing/contract.ts'
import { asInvoices, type InvoiceRow } from './invoice-reply.ts'

export const invoicesAPage = 50

type InvoiceFilters = Input<typeof deskBillingApi.deskInvoices>

export async function deskInvoices(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { page, ...filters }: InvoiceFilters,
): Promise<{ response: DeskInvoice[]; totalCount: number }> {
  const today = businessDay(clock)
  const found = narrowed(
    db.selectFrom('invoice').innerJoin('customer', 'customer.id', 'invoice.customerId'),
    filters,
    today,
  )
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('invoice')
    .orderBy('issuedOn', 'desc')
    .orderBy('invoiceNo', 'desc')
    .limit(invoicesAPage)
    .offset((page - 1) * invoicesAPage)
    .execute()
  return { totalCount, response: await asDeskInvoices(db, rows, today) }
}

export async function deskInvoice({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<DeskInvoice> {
  const row = await db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw billingProblem('invoice_not_found')
  const [shown] = await asDeskInvoices(db, [row], businessDay(clock))
  return shown!
}

type Found = SelectQueryBuilder<Database, 'invoice' | 'customer', object>

function narrowed(all: Found, { status, text, customerId }: Omit<InvoiceFilters, 'page'>, today: Day): Found {
  let found = all
  if (customerId !== undefined) found = found.where('customerId', '=', customerId)
  if (status === 'Pending') found = found.where('status', '=', 'PENDING').where('dueOn', '>=', today)
  else if (status === 'Overdue') found = found.where('status', '=', 'PENDING').where('dueOn', '<', today)
  else if (status) found = found.where('status', '=', status.toUpperCase() as InvoiceRow['status'])
  for (const word of (text ?? '').split(/\s+/).filter(Boolean).slice(0, 10)) {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    found = found.where((row) =>
      row.or([
        row('invoiceNo', 'ilike', like),
        row('purchaseOrder', 'ilike', like),
        row('customer.name', 'ilike', like),
        row('customer.customerNo', 'ilike', like),
      ]),
    )
  }
  return found
}

async function asDeskInvoices(db: Db, rows: readonly InvoiceRow[], today: Day): Promise<DeskInvoice[]> {
  if (rows.length === 0) return []
  const customers = await db
    .selectFrom('customer')
    .select(['id', 'name', 'customerNo'])
    .where('id', 'in', [...new Set(rows.map(({ customerId }) => customerId))])
    .execute()
  const reminders = await db
    .selectFrom('invoiceReminder')
    .selectAll()
    .where(
      'invoiceId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('sentAt', 'desc')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]))
  return (await asInvoices(db, rows, today)).map((invoice) => {
    const { customerId, paidNote } = byId.get(invoice.id)!
    const { name, customerNo } = customerOf.get(customerId)!
    return {
      ...invoice,
      pdfUrl: `/rest/desk/invoices/${encodeURIComponent(invoice.id)}/pdf`,
      customerId,
      organisation: name,
      customerNo,
      paidNote,
      reminders: reminders
        .filter(({ invoiceId }) => invoiceId === invoice.id)
        .map(({ kind, sentAt }) => ({ kind, sentDate: sentAt.toISOString() })),
    }
  })
}
