import type { Day } from '#kit/day.ts'
import type { KeyScope } from '#kit/key-scopes.ts'

/** Rows of migration 037. */
export type AccessKeyTables = {
  accessKey: {
    id: string
    customerId: string
    name: string
    keyHash: string
    hint: string
    scopes: KeyScope[]
    userId: string
    createdAt: Date
    /** `YYYY-MM-DD`. */
    expiresOn: Day | null
    usedAt: Date | null
  }
  accessKeyUse: { keyId: string; month: string; calls: number }
}
