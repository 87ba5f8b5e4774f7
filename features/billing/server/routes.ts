import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { sendFile } from '#kit/server/send-file.ts'
import { serve } from '#kit/server/serve.ts'
import { billingApi, billingPapersApi, deskBillingApi, payInvoiceApi, receiptsApi } from '../contract.ts'
import { listInvoices } from './billing.ts'
import { billingDetails } from './billing-details.ts'
import { endInvoice, markInvoicePaid, remindNow } from './change-invoice.ts'
import { deskInvoices } from './desk-invoices.ts'
import { noteTaken } from './note-taken.ts'
import type { OrderOfInvoice } from './order-of-invoice.ts'
import { invoiceFile, receiptFile } from './papers.ts'
import { invoiceAmount, invoiceSecurePay } from './pay-invoice.ts'
import { readReceipt } from './read-receipt.ts'

export function billingRoutes(http: FastifyInstance, app: App, order: OrderOfInvoice) {
  serve(http, app, billingApi, { listInvoices: (_, { caller }) => listInvoices(app, caller) })
  serve(http, app, billingPapersApi, {
    invoicePdf: async ({ invoiceId }, { caller, request, reply }) =>
      sendFile(request, reply, await invoiceFile(app, invoiceId, caller)),
    billingDetails: (_, { caller }) => billingDetails(app, caller),
  })
  serve(http, app, payInvoiceApi, {
    invoiceAmount: (pair, { request }) => invoiceAmount(app, pair, request),
    invoiceSecurePay: (pair, { caller, request }) => invoiceSecurePay(app, pair, { caller, request }),
  })
  serve(http, app, receiptsApi, {
    readReceipt: ({ id }) => readReceipt(app, id),
    receiptPdf: async ({ id }, { request, reply }) => sendFile(request, reply, await receiptFile(app, id)),
  })
  serve(http, app, deskBillingApi, {
    deskInvoices: (asked) => deskInvoices(app, asked),
    deskInvoicePdf: async ({ invoiceId }, { caller, request, reply }) => {
      const file = await invoiceFile(app, invoiceId)
      await noteTaken(app, caller, invoiceId)
      return sendFile(request, reply, file)
    },
    cancelInvoice: async (asked, { caller }) => ({
      response: await endInvoice(app, order, caller, asked, 'CANCELLED'),
    }),
    refundInvoice: async (asked, { caller }) => ({ response: await endInvoice(app, order, caller, asked, 'REFUNDED') }),
    markInvoicePaid: async (asked, { caller }) => ({ response: await markInvoicePaid(app, order, caller, asked) }),
    remindOfInvoice: async ({ invoiceId }, { caller }) => ({ response: await remindNow(app, caller, invoiceId) }),
  })
}
