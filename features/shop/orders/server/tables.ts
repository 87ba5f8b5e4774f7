import type { ColumnType, Generated } from 'kysely'
import type { BillTo } from '#features/shop/billing/rules.ts'
import type { Currency } from '#features/shop/products/rules.ts'
import type { Day } from '#kit/day.ts'
import type { OrderStatus } from '../rules.ts'

type Json<T> = ColumnType<T, string, never>

/** Rows of migration 024. Money is in cents; `billTo` is frozen when the order is made. */
export type OrderTables = {
  shopOrder: {
    id: string
    orderNo: string
    cartId: string
    customerId: string
    userId: string
    status: OrderStatus
    currency: Currency
    billTo: Json<BillTo>
    taxBasisPoints: number
    subTotalCents: number
    shippingCents: number
    gstCents: number
    totalCents: number
    purchaseOrder: Generated<string>
    quoteId: string | null
    requestKey: string | null
    createdAt: Date
    placedAt: Date | null
  }
  shopOrderLine: {
    orderId: string
    position: number
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
    enrollmentSize: number | null
    termMonths: number | null
    typeName: Generated<string>
  }
  quote: {
    id: string
    quoteNo: string
    customerId: string
    userId: string | null
    validUntil: Day
    currency: Currency
    billTo: Json<BillTo>
    taxBasisPoints: number
    subTotalCents: number
    shippingCents: number
    gstCents: number
    totalCents: number
    purchaseOrder: Generated<string>
    createdAt: Date
  }
  quoteLine: {
    quoteId: string
    position: number
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
    enrollmentSize: number | null
  }
}
