import { remindOfInvoices } from '../../invoices/server/remind.ts'
import { mailReceipt } from './mail-receipt.ts'

export const billingJobs = [mailReceipt, remindOfInvoices]
