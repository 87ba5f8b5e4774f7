import type { Generated } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Currency, ProductCategory } from '../rules.ts'

/** Rows of migration 024. Days are `YYYY-MM-DD`, money is in cents without tax. */
export type ShopTables = {
  product: {
    code: string
    name: string
    category: ProductCategory
    summary: Generated<string>
    description: Generated<string>
    termMonths: number | null
    typeName: Generated<string>
    byEnrollment: Generated<boolean>
    physical: Generated<boolean>
    mostInCart: Generated<number>
    place: Generated<number>
    withdrawnAt: Date | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  productPrice: {
    id: string
    productCode: string
    currency: Currency
    enrollmentFrom: Generated<number>
    unitCents: number
    startsOn: Day
    endsOn: Day | null
    createdAt: Generated<Date>
  }
}
