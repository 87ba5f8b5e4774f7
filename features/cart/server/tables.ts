import type { Generated } from 'kysely'

export type CartTables = {
  cart: { id: string; customerId: string; userId: string; expiresAt: Date; createdAt: Generated<Date> }
  cartItem: { cartId: string; productCode: string; productCategory: string; quantity: number }
}
