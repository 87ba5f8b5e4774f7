import type { Generated } from 'kysely'

/** Rows of migration 005. */
export type SearchTables = {
  savedSearch: {
    id: string
    userId: string
    name: string
    address: string
    query: string
    mail: boolean
    newRecords: Generated<number>
    problem: Generated<string>
    createdAt: Date
    lastRunAt: Date
    runs: Generated<number>
  }
  savedSearchSeen: { searchId: string; ids: string; upTo: string }
}
