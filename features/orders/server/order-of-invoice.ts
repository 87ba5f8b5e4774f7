import { sql } from 'kysely'
import type { OrderOfInvoice } from '#features/billing/server/billing.ts'
import { dayOf } from '#features/subscriptions/rules.ts'

/** What billing does to the order that an invoice was issued for; app/routes.ts gives it. */
export const orderOfInvoice: OrderOfInvoice = {
  async hold(within, invoiceId) {
    const order = await within
      .selectFrom('shopOrder')
      .select('id')
      .where('id', '=', (row) => row.selectFrom('invoice').select('orderId').where('id', '=', invoiceId))
      .forNoKeyUpdate()
      .executeTakeFirst()
    return order?.id ?? null
  },
  async paid(within, orderId) {
    await within
      .updateTable('shopOrder')
      .set({ status: 'PAID' })
      .where('id', '=', orderId)
      .where('status', '=', 'PLACED')
      .execute()
  },
  async ended({ clock }, within, { orderId, status, endSubscriptions }) {
    await within.updateTable('shopOrder').set({ status }).where('id', '=', orderId).execute()
    if (!endSubscriptions) return
    const today = dayOf(clock())
    // A term that has not begun has no day on which it could end.
    await within.deleteFrom('subscription').where('orderId', '=', orderId).where('startsOn', '>', today).execute()
    await within
      .updateTable('subscription')
      .set({ endsOn: sql`least(ends_on, ${today}::date)`, dueForRenewal: false })
      .where('orderId', '=', orderId)
      .execute()
  },
}
