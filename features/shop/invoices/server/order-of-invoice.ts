import type { App, Db } from '#app/app.ts'

export type OrderEnd = {
  orderId: string
  status: 'CANCELLED' | 'REFUNDED'
  /** Ends today what was bought by it. */
  endSubscriptions: boolean
  /** Who has it ended. */
  userId: string
}

/**
 * What becomes of an order with its invoice. Given by app/routes.ts, as orders know invoices and not the other way round.
 * All within the transaction that changes the invoice.
 */
export type OrderOfInvoice = {
  /** Locks the order that an invoice was issued for, before the invoice itself; null where there is none. */
  hold(within: Db, invoiceId: string): Promise<string | null>
  paid(within: Db, orderId: string): Promise<void>
  ended(app: Pick<App, 'clock'>, within: Db, end: OrderEnd): Promise<void>
}
