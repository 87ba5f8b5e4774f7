import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { addressLines } from '#kit/address-lines.ts'
import { businessDay, dayMs } from '#kit/day.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { serve } from '#kit/server/serve.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { endInvoice, markInvoicePaid, remindNow } from '../../invoices/server/change-invoice.ts'
import { deskInvoices } from '../../invoices/server/desk-invoices.ts'
import { invoiceFile, receiptFile } from '../../invoices/server/invoice-pdf.ts'
import { listInvoices } from '../../invoices/server/invoice-reply.ts'
import { invoiceAmount, invoiceSecurePay } from '../../invoices/server/pay-invoice.ts'
import { taxOf } from '../../tax/rules.ts'
import {
  type BillingDetails,
  billingApi,
  billingPapersApi,
  deskBillingApi,
  payInvoiceApi,
  receiptsApi,
} from '../contract.ts'
import { paymentDays } from '../rules.ts'
import { billToOf } from './bill-to.ts'
import { readReceipt } from './read-receipt.ts'

export function billingRoutes(http: FastifyInstance, app: App) {
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
    deskInvoices: (input) => deskInvoices(app, input),
    deskInvoicePdf: async ({ invoiceId }, { caller, request, reply }) => {
      const file = await invoiceFile(app, invoiceId)
      await recordTaken(app, caller, invoiceId)
      return sendFile(request, reply, file)
    },
    cancelInvoice: async (input, { caller }) => ({
      response: await endInvoice(app, caller, input, 'CANCELLED'),
    }),
    refundInvoice: async (input, { caller }) => ({ response: await endInvoice(app, caller, input, 'REFUNDED') }),
    markInvoicePaid: async (input, { caller }) => ({ response: await markInvoicePaid(app, caller, input) }),
    remindOfInvoice: async ({ invoiceId }, { caller }) => ({ response: await remindNow(app, caller, invoiceId) }),
  })
}

/** Records in the audit log that the desk downloaded a school's invoice. */
async function recordTaken({ db, clock }: Pick<App, 'db' | 'clock'>, { userId }: Caller, invoiceId: string) {
  const { customerId, invoiceNo: subject } = await db
    .selectFrom('invoice')
    .where('id', '=', invoiceId)
    .select(['customerId', 'invoiceNo'])
    .executeTakeFirstOrThrow()
  await recordAudit(db, { now: clock(), customerId, userId, action: 'invoice_taken', subject })
}

const yearMs = 365 * dayMs

async function billingDetails(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { customerId }: SchoolCaller,
): Promise<{ response: BillingDetails }> {
  const billTo = await billToOf(db, customerId)
  const { currency, name: taxName, basisPoints } = taxOf(billTo.country, businessDay(clock))
  const invoices = await db
    .selectFrom('invoice')
    .select(['status', 'dueOn', 'paidAt', 'totalCents'])
    .where('customerId', '=', customerId)
    .where('currency', '=', currency)
    .where('status', 'in', ['PENDING', 'PAID'])
    .execute()
  const now = clock()
  const since = new Date(now.getTime() - yearMs)
  const sum = (some: typeof invoices) => some.reduce((cents, { totalCents }) => cents + totalCents, 0) / 100
  const pending = invoices.filter(({ status }) => status === 'PENDING')
  return {
    response: {
      name: billTo.name,
      customerNo: billTo.customerNo,
      address: addressLines(billTo),
      contacts: billTo.contacts.map(({ type, ...contact }) => ({ ...contact, primary: type === 'PRIMARY' })),
      currency,
      taxName,
      taxPercent: basisPoints / 100,
      paymentDays,
      outstanding: sum(pending),
      overdue: sum(pending.filter(({ dueOn }) => dueOn < businessDay(clock, now))),
      paidLastYear: sum(invoices.filter(({ paidAt }) => paidAt !== null && paidAt >= since)),
    },
  }
}
