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
    /** Since migration 025. */
    cameFrom: Generated<string>
    before: Values
    after: Values
    /** Since migration 031: its place in the chain, from 1 without gaps. The database sets both on commit. */
    position: ColumnType<number, never, never>
    /** SHA-256, hexadecimal. */
    hash: ColumnType<string, never, never>
  }
  /** One row: the last entry, and the last seal's number with its signature. */
  auditChain: { position: number; hash: string; seals: Generated<number>; sealsSignature: Generated<string> }
  /** Since migration 033. */
  auditSeal: {
    number: number
    kind: string
    position: number
    hash: string
    sealedAt: Date
    previous: string
    signature: string
  }
}
