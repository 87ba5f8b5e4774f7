import { mailReceipt } from './mail-receipt.ts'
import { remindOfInvoices } from './remind.ts'

export const billingJobs = [mailReceipt, remindOfInvoices]
