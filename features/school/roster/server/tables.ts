import type { Generated } from 'kysely'

/** Rows of migrations 044 and 045. `counts`, `messages`, `reading` and `plan` are JSON. */
export type RosterTables = {
  rosterPerson: { customerId: string; sourcedId: string; userId: string; grade: string; leftAt: Date | null }
  rosterRun: {
    id: string
    customerId: string
    userId: string | null
    fileName: string
    status: 'PREVIEW' | 'APPLYING' | 'APPLIED' | 'HELD' | 'FAILED'
    counts: string
    messages: Generated<string>
    reading: string | null
    plan: string | null
    createdAt: Date
    expiresAt: Date
  }
  rosterSetting: { customerId: string; org: string; invites: boolean }
}
