import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { serve } from '#kit/server/serve.ts'
import { ordersApi, quotesApi } from '../contract.ts'
import { deskOrders, listOrders } from './list-orders.ts'
import { orderDetails } from './order-details.ts'
import { listQuotes, makeQuote, orderQuote, quoteFile } from './quotes.ts'
import { requestInvoice } from './request-invoice.ts'
import { securePay } from './secure-pay.ts'

export function orderRoutes(http: FastifyInstance, app: App) {
  serve(http, app, ordersApi, {
    orderDetails: ({ id }, { caller }) => orderDetails(app, caller, id),
    requestInvoice: (asked, { caller }) => requestInvoice(app, caller, asked),
    securePay: (asked, { caller }) => securePay(app, caller, asked),
    listOrders: (asked, { caller }) => listOrders(app, caller, asked),
    deskOrders: (asked) => deskOrders(app, asked),
  })
  serve(http, app, quotesApi, {
    makeQuote: (asked, { caller }) => makeQuote(app, caller, asked),
    listQuotes: (_, { caller }) => listQuotes(app, caller),
    quotePdf: async ({ quoteId }, { caller, request, reply }) =>
      sendFile(request, reply, await quoteFile(app, caller, quoteId)),
    orderQuote: ({ quoteId }, { caller }) => orderQuote(app, caller, quoteId),
  })
}
