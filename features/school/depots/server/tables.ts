import type { Generated } from 'kysely'

/** Rows of migration 023. */
export type DepotTables = {
  depot: {
    id: string
    name: string
    streetAddress1: Generated<string>
    streetAddress2: Generated<string>
    suburbCity: Generated<string>
    state: Generated<string>
    country: Generated<string>
    postCode: Generated<string>
    note: Generated<string>
    /** The only school that may use it; null: every school of its region. */
    customerId: string | null
    version: Generated<number>
    createdAt: Date
    withdrawnAt: Date | null
  }
}
