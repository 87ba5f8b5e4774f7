import type { Generated } from 'kysely'

/** Rows of migrations 001 and 024. */
export type CartTables = {
  cart: {
    id: string
    customerId: string
    userId: string
    expiresAt: Date
    createdAt: Generated<Date>
    purchaseOrder: Generated<string>
    /** When the review was opened; the time to order starts then. */
    reviewedAt: Date | null
    /** When it was ordered, or a newer cart took over its items. */
    closedAt: Date | null
    quoteId: string | null
    /** True for a cart of another content site. */
    elsewhere: Generated<boolean>
  }
  cartItem: {
    cartId: string
    productCode: string
    productCategory: string
    quantity: number
    enrollmentSize: Generated<number | null>
    position: Generated<number>
    addedAt: Generated<Date>
  }
}
