import type { App, Db } from '#app/app.ts'

export type OrderEnd = {
  orderId: string
  status: 'CANCELLED' | 'REFUNDED'
  /** Ends today the subscriptions that it bought. */
  endSubscriptions: boolean
  /** Who requested the end. */
  userId: string
}

/**
 * Updates an order together with its invoice. Supplied by app/routes.ts, because orders depend on invoices and not the
 * reverse. Runs in the transaction that changes the invoice.
 */
export type OrderOfInvoice = {
  /** Locks the order of an invoice, before the invoice itself; null if there is none. */
  hold(within: Db, invoiceId: string): Promise<string | null>
  paid(within: Db, orderId: string): Promise<void>
  ended(app: Pick<App, 'clock'>, within: Db, end: OrderEnd): Promise<void>
}
