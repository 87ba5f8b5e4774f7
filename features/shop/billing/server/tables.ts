import type { ColumnType, Generated } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { BillTo } from '../rules.ts'

/** Rows of migrations 020 and 024. Days are `YYYY-MM-DD`, money is in cents. */
export type BillingTables = {
  invoice: {
    id: string
    invoiceNo: string
    customerId: string
    status: 'PENDING' | 'PAID' | 'CANCELLED' | 'REFUNDED'
    issuedOn: Day
    dueOn: Day
    currency: Generated<string>
    subTotalCents: number
    shippingCents: Generated<number>
    gstCents: Generated<number>
    totalCents: number
    purchaseOrder: Generated<string>
    paidAt: Date | null
    createdAt: Generated<Date>
    orderId: string | null
    /** Null for invoices older than orders: the customer's current details are used. */
    billTo: ColumnType<BillTo | null, string | null | undefined, string | null>
    taxBasisPoints: Generated<number>
    /** Time of the cancellation or refund. */
    endedAt: Date | null
    endedReason: Generated<string>
    /** How it was paid, if not by card. */
    paidNote: Generated<string>
  }
  invoiceLine: {
    invoiceId: string
    position: number
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
    enrollmentSize: Generated<number | null>
  }
  invoiceReminder: { invoiceId: string; kind: string; sentAt: Date }
  /** One row per gapless number series, locked while a number is taken. */
  givenNumber: { kind: 'SCINV' | 'SCORD' | 'SCQUO'; lastNo: number }
  receipt: {
    /** 128 random bits. */
    id: string
    kind: 'INVOICE_REQUESTED' | 'PAID'
    invoiceId: string
    attemptId: string | null
    subscriptionOrder: Generated<boolean>
    createdAt: Date
    mailedAt: Date | null
  }
}
