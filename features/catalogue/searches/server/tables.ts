import type { Generated } from 'kysely'

/** Rows of migrations 005 and 040. */
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
    /** Null: it has no feed. */
    feedToken: Generated<string | null>
  }
  savedSearchSeen: { searchId: string; ids: string; upTo: string }
}
