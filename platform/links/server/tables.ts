import type { ColumnType } from 'kysely'

export type LinkPurpose =
  | 'change-password'
  | 'confirm-email'
  | 'stop-email'
  | 'invite-student'
  | 'invite-person'
  | 'free-trial'
  | 'complimentary'
  | 'complimentary-student'
  | 'privacy-consent'

export type LinkTables = {
  oneTimeLink: {
    tokenHash: string
    id: string
    purpose: LinkPurpose
    customerId: string | null
    userId: string | null
    data: ColumnType<Record<string, unknown>, string, string>
    /** Null if the program itself or the command line created it. */
    createdBy: string | null
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
    withdrawnAt: Date | null
  }
}
