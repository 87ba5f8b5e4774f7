import { z } from 'zod'
import { CardForm } from '#features/shop/payments/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

export const OrderContact = z.object({
  type: z.enum(['PRIMARY', 'BILLING']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

export const OrderItem = z.object({
  productCode: z.string(),
  productCategory: z.string(),
  description: z.string(),
  quantity: z.number().int(),
  unitPrice: z.number(),
  enrollmentSize: z.number().int().nullable(),
})

/** A cart under review. Money is in whole units with two decimals. */
export const Order = z.object({
  organisation: z.object({
    name: z.string(),
    streetAddress1: z.string(),
    streetAddress2: z.string(),
    suburbCity: z.string(),
    state: z.string(),
    country: z.string(),
    postCode: z.string(),
    type: z.string(),
    deliveryAddress: z.string(),
    contacts: z.array(OrderContact),
  }),
  currency: z.string(),
  items: z.array(OrderItem),
  total: z.number(),
  gst: z.number(),
  subTotal: z.number(),
  shipping: z.number(),
  hasPostage: z.boolean(),
  orderDate: z.string(),
  organisationId: z.string(),
  allowInvoiceRequest: z.boolean(),
  /** False without a card page. Not in the specification. */
  allowCardPayment: z.boolean(),
  /** True while another order of the caller's customer is in process. */
  disableButtons: z.boolean(),
  /** Seconds until the cart expires. */
  countDown: z.number().int(),
  purchaseOrder: z.string(),
  taxName: z.string(),
  taxPercent: z.number(),
  quoteNumber: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

const id = z.string().min(1).max(100)
/** Absent or empty fails the human check. */
const recaptcha_token = z.string().max(8192).optional()
const purchaseOrder = z.string().trim().max(40).optional()

/** An entry of the list of orders. */
export const OrderLine = z.object({
  id: z.string(),
  orderNumber: z.string(),
  status: z.enum(['AWAITING_PAYMENT', 'PLACED', 'PAID', 'CANCELLED', 'REFUNDED']),
  createdDate: z.string(),
  total: z.number(),
  currency: z.string(),
  purchaseOrder: z.string(),
  invoiceId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  items: z.array(OrderItem),
})
export type OrderLine = z.infer<typeof OrderLine>

export const DeskOrder = OrderLine.extend({
  customerId: z.string(),
  organisation: z.string(),
  customerNo: z.string(),
  orderedBy: z.string(),
  /** Delivery address by line; empty if nothing is posted. */
  deliverTo: z.array(z.string()),
  subscriptions: z.array(
    z.object({ id: z.string(), productCode: z.string(), effectiveStartDate: z.string(), effectiveEndDate: z.string() }),
  ),
})
export type DeskOrder = z.infer<typeof DeskOrder>

export const Quote = z.object({
  id: z.string(),
  quoteNumber: z.string(),
  createdDate: z.string(),
  /** The last day of its prices. */
  validUntilDate: z.string(),
  valid: z.boolean(),
  total: z.number(),
  currency: z.string(),
  items: z.array(OrderItem),
})
export type Quote = z.infer<typeof Quote>

const page = z.coerce.number().int().min(1).max(10_000).default(1)

export const ordersApi = {
  orderDetails: post('/rest/payment/orderDetails', {
    who: 'visitor',
    summary: 'A cart for review, with totals; starts the countdown to expiry',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: z.object({
      response: Order.nullable(),
      errorCode: z.string().optional(),
      messages: z.array(z.string()).optional(),
    }),
  }),
  requestInvoice: post('/rest/payment/requestInvoice', {
    who: 'staff',
    summary: 'Order the items in a cart and request an invoice; a cart becomes one order',
    input: z.strictObject({ id, recaptcha_token, purchaseOrder }),
    reply: z.object({
      /** True if the order includes a subscription. */
      subscriptionOrder: z.boolean(),
      errorMessage: z.string().nullable(),
      /** The receipt's id. */
      id: z.string().nullable(),
    }),
  }),
  securePay: post('/rest/payment/securePay', {
    who: 'staff',
    summary: 'The form data for the card page, to pay for a cart; null if the human check failed',
    input: z.strictObject({ id, recaptcha_token, purchaseOrder }),
    reply: z.object({ response: CardForm.nullable(), disableButtons: z.boolean().optional() }),
  }),
  listOrders: get('/rest/orders', {
    who: 'staff',
    summary: 'The orders of the caller’s own customer, newest first, 50 a page',
    input: z.strictObject({ page }),
    reply: z.object({ response: z.array(OrderLine), totalCount: z.number().int() }),
  }),
  deskOrders: get('/rest/desk/orders', {
    who: 'desk',
    summary: 'All orders, newest first, 50 a page',
    input: z.strictObject({
      page,
      status: OrderLine.shape.status.optional(),
      text: z.string().trim().max(200).optional(),
      customerId: z.string().max(100).optional(),
    }),
    reply: z.object({ response: z.array(DeskOrder), totalCount: z.number().int() }),
  }),
}

export const quotesApi = {
  makeQuote: post('/rest/quotes', {
    who: 'staff',
    summary: 'Make a quote for a cart at today’s prices, valid for 30 days',
    input: z.strictObject({ id, purchaseOrder }),
    reply: z.object({ response: Quote }),
  }),
  listQuotes: get('/rest/quotes', {
    who: 'staff',
    summary: 'The quotes of the caller’s own customer, newest first',
    reply: z.object({ response: z.array(Quote) }),
  }),
  quotePdf: get('/rest/quotes/:quoteId/pdf', {
    who: 'staff',
    summary: 'A quote as PDF',
    input: z.strictObject({ quoteId: id }),
    answers: 'file',
    mediaTypes: ['application/pdf'],
  }),
  orderQuote: post('/rest/quotes/:quoteId/order', {
    who: 'staff',
    summary: 'Put the quoted items into a new cart, at the quoted prices while they are valid',
    input: z.strictObject({ quoteId: id }),
    reply: z.object({ response: z.object({ cmsId: z.string() }) }),
  }),
}

export const orderProblem = problems({
  cart_away: [503, 'We couldn’t load your cart from the shop. Please try again later.'],
  /** The specification's error values. */
  cart_expired: [400, 'SHOPPING_CART_EXPIRED'],
  cart_gone: [400, 'UNABLE_TO_RETRIEVE_CART'],
  not_orderable: [409, 'One of the items is no longer available. Please remove it from your cart.'],
  /** 409: any 400 of Pay Now means that the cart is gone. */
  address_incomplete: [409, 'Please complete your organisation’s address in School details before you order.'],
  invoice_not_allowed: [403, 'Please pay this order by card.'],
  quote_not_found: [404, 'We couldn’t find this quote.'],
  quote_too_old: [409, 'This quote has expired. Please get a new one.'],
})
