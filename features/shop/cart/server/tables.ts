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
    /** The review was opened; the time to order runs from then on. */
    reviewedAt: Date | null
    /** It has become an order, or a newer cart has taken its items over. */
    closedAt: Date | null
    quoteId: string | null
    /** Of another content site. */
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
