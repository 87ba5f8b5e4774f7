import { mailReceipt } from './mail-receipt.ts'

export const billingJobs = [mailReceipt]
