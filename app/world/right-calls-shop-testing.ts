import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import type { TestApp } from '../testing.ts'
import { home, id, place, type RightCalls } from './right-call-testing.ts'
import { invoiceNo, numberOfSchool } from './world-testing.ts'

const open = id('cart', 4)
const ownCart = { cart: { id: open }, cart_item: { cart_id: open } }
const numbers = { given_number: {} }
const invoice = { customerNo: numberOfSchool(home), invoiceNumber: invoiceNo(place(3)) }
const expired = async ({ db }: TestApp) => {
  await db
    .updateTable('cart')
    .set({ expiresAt: new Date(0) })
    .where('id', '=', open)
    .execute()
  return { cmsId: open }
}
const reviewed = async (app: TestApp) => ({ id: open, recaptcha_token: await solveHumanCheck(app, 'order-review') })

export const shopCalls: RightCalls = {
  'POST /rest/cart/items': { by: 'assistant', input: { productCode: 'SCISDATA', enrollmentSize: 10 }, also: ownCart },
  'POST /rest/cart/items/change': {
    ...{ by: 'assistant', input: { productCode: 'SCISBARCODES', quantity: 2 }, also: ownCart },
  },
  'POST /rest/cart/items/remove': { by: 'assistant', input: { productCode: 'SCISBARCODES' }, also: ownCart },
  'POST /rest/cart/restore': { by: 'assistant', input: expired },
  'POST /rest/cart/forget': { by: 'assistant', input: expired },
  'POST /rest/cart/purchaseOrder': { by: 'assistant', input: { purchaseOrder: 'PO-1' }, also: ownCart },
  'POST /rest/payment/amount': {
    by: null,
    input: { customerNo: invoice.customerNo, InvoiceNumber: invoice.invoiceNumber },
  },
  'POST /rest/payment/invoice/securePay': {
    by: null,
    input: async (app: TestApp) => ({ ...invoice, recaptcha_token: await solveHumanCheck(app, 'pay-invoice') }),
  },
  'POST /rest/payment/orderDetails': { by: 'assistant', input: { id: open }, also: ownCart },
  'POST /rest/payment/requestInvoice': { by: 'assistant', input: reviewed, also: { ...ownCart, ...numbers } },
  'POST /rest/payment/securePay': { by: 'assistant', input: reviewed, also: { ...ownCart, ...numbers } },
  'POST /rest/quotes': { by: 'assistant', input: { id: open }, also: { ...ownCart, ...numbers } },
  'POST /rest/quotes/:quoteId/order': { by: 'assistant', input: { quoteId: id('quote') }, also: ownCart },
  'POST /rest/subscriptions/renew': {
    ...{ by: 'assistant', input: { subscriptionId: id('subscription') }, also: ownCart },
    note: 'subscription_renewal_in_cart',
  },
}
