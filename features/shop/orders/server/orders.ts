export { orderOfInvoice } from './order-of-invoice.ts'
export { settleOrder } from './settle-order.ts'
