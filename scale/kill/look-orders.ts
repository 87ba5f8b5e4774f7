import { sql } from 'kysely'
import type { RunningApp } from '#app/wire.ts'
import { billedAddresses } from '#features/shop/billing/server/billed-addresses.ts'
import { States } from './look-lists.ts'
import { product } from './writes.ts'

/** By cart: an order with its line, one invoice, one receipt, one mail per recipient, logged once. */
export async function orderStates({ db }: RunningApp): Promise<States> {
  const orders = await db
    .selectFrom('shopOrder')
    .select(['id', 'orderNo', 'cartId', 'status'])
    .where('userId', '=', 'demo-hillview-librarian')
    .where((row) =>
      row.exists(
        row
          .selectFrom('shopOrderLine')
          .select('orderId')
          .whereRef('shopOrderLine.orderId', '=', 'shopOrder.id')
          .where('productCode', '=', product),
      ),
    )
    .where('requestKey', 'is not', null)
    .execute()
  const invoices = await db.selectFrom('invoice').select(['id', 'invoiceNo', 'orderId']).execute()
  const receipts = await db.selectFrom('receipt').select(['invoiceId', 'mailedAt']).execute()
  const mails = await db.selectFrom('outgoingMail').select(['subject', 'recipient']).execute()
  const noted = await db.selectFrom('auditEntry').select('subject').where('action', '=', 'order_placed').execute()
  const addresses = (await billedAddresses(db, 'demo-hillview', 'everybody')).sort().join()
  const states = new States()
  for (const { id, orderNo, cartId, status } of orders) {
    const own = invoices.filter(({ orderId }) => orderId === id)
    const paid = receipts.filter(({ invoiceId }) => invoiceId === own[0]?.id)
    const mailsOfInvoice = mails.filter(({ subject }) => own[0] && subject.includes(own[0].invoiceNo))
    const notes = noted.filter(({ subject }) => subject === orderNo).length
    const recipients = mailsOfInvoice.map(({ recipient }) => recipient).sort()
    const whole =
      status === 'PLACED' && own.length === 1 && paid.length === 1 && paid[0]!.mailedAt !== null && notes === 1
    states.add(
      cartId,
      whole && recipients.join() === addresses
        ? 'ordered'
        : `${status} with ${own.length} invoices, ${paid.length} receipts, ${notes} times noted, mails to ${recipients.join(', ') || 'nobody'}`,
    )
  }
  return states
}

/** Invoice numbers have no gap, and request numbers are unique. */
export async function wrongNumbers({ db }: RunningApp): Promise<string[]> {
  const { rows } = await sql<{ invoices: number; numbers: number; given: number; requests: number; own: number }>`
    select (select count(*)::int from invoice where order_id is not null) as invoices,
           (select count(distinct invoice_no)::int from invoice where order_id is not null) as numbers,
           coalesce((select last_no - 100000 from given_number where kind = 'SCINV'), 0) as given,
           (select count(*)::int from catalogue_request) as requests,
           (select count(distinct request_number)::int from catalogue_request) as own`.execute(db)
  const { invoices, numbers, given, requests, own } = rows[0]!
  return [
    ...(invoices === numbers && numbers === Number(given)
      ? []
      : [`${invoices} invoices have ${numbers} of ${given} numbers`]),
    ...(requests === own ? [] : [`${requests} requests have ${own} numbers`]),
  ]
}
