import type { Generated } from 'kysely'
import type { GenderCode } from '../rules.ts'

/** Rows of migrations 017 and 044. */
export type StudentTables = {
  invitedPerson: {
    userId: string
    gender: Generated<GenderCode>
    invitedBy: string | null
    /** Null: has an account, and was emailed nothing yet. */
    invitedAt: Date | null
    expiresAt: Date
    acceptedAt: Date | null
    removedAt: Date | null
  }
}
