import type { Generated } from 'kysely'

/** Rows of migration 044. `counts`, `messages`, `reading` and `plan` are JSON. */
export type RosterTables = {
  rosterPerson: { customerId: string; sourcedId: string; userId: string; grade: string; leftAt: Date | null }
  rosterRun: {
    id: string
    customerId: string
    userId: string | null
    fileName: string
    status: 'PREVIEW' | 'APPLIED' | 'HELD' | 'FAILED'
    counts: string
    messages: Generated<string>
    reading: string | null
    plan: string | null
    createdAt: Date
    expiresAt: Date
  }
  rosterSetting: { customerId: string; org: string; invites: boolean }
}
