import type { Generated } from 'kysely'

/** Rows of migration 020. Days are `YYYY-MM-DD`, money is in cents. */
export type BillingTables = {
  invoice: {
    id: string
    invoiceNo: string
    customerId: string
    status: 'PENDING' | 'PAID' | 'CANCELLED' | 'REFUNDED'
    issuedOn: string
    dueOn: string
    currency: Generated<string>
    subTotalCents: number
    shippingCents: Generated<number>
    gstCents: Generated<number>
    totalCents: number
    purchaseOrder: Generated<string>
    paidAt: Date | null
    createdAt: Generated<Date>
  }
  invoiceLine: {
    invoiceId: string
    position: number
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
  }
}
