import type { ColumnType, Generated } from 'kysely'

type Values = ColumnType<Record<string, unknown>, string, never>

/** Rows of migration 014. `before` and `after` hold only what changed. */
export type AuditTables = {
  auditEntry: {
    id: string
    happenedAt: Date
    customerId: string | null
    userId: string | null
    action: string
    subject: string
    /** Of migration 025. */
    cameFrom: Generated<string>
    before: Values
    after: Values
  }
}
