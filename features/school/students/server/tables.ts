import type { Generated } from 'kysely'
import type { GenderCode } from '../rules.ts'

/** Rows of migration 017. */
export type StudentTables = {
  invitedPerson: {
    userId: string
    gender: Generated<GenderCode>
    invitedBy: string | null
    invitedAt: Date
    expiresAt: Date
    acceptedAt: Date | null
    removedAt: Date | null
  }
}
