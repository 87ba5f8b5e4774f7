import { billingApi } from '#features/billing/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import type { ShownInvoice } from './invoice-words.ts'

/** The caller's own, the newest first; cancelled ones are hidden, as the specification has it. */
export function useInvoices() {
  const { reply, problem, again } = useLatestReply(billingApi.listInvoices, {})
  return { invoices: reply?.response.filter(isShown), problem, again }
}

const isShown = ({ invoiceStatus, status }: ShownInvoice) => invoiceStatus !== 'Cancelled' && status !== 'Cancelled'
