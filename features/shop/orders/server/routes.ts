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
    requestInvoice: (input, { caller }) => requestInvoice(app, caller, input),
    securePay: (input, { caller }) => securePay(app, caller, input),
    listOrders: (input, { caller }) => listOrders(app, caller, input),
    deskOrders: (input) => deskOrders(app, input),
  })
  serve(http, app, quotesApi, {
    makeQuote: (input, { caller }) => makeQuote(app, caller, input),
    listQuotes: (_, { caller }) => listQuotes(app, caller),
    quotePdf: async ({ quoteId }, { caller, request, reply }) =>
      sendFile(request, reply, await quoteFile(app, caller, quoteId)),
    orderQuote: ({ quoteId }, { caller }) => orderQuote(app, caller, quoteId),
  })
}
