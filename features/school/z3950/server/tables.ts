import type { Generated } from 'kysely'

/** Rows of migrations 018, 035 and 036. */
export type Z3950Tables = {
  z3950Login: {
    customerId: string
    /** Lower case. */
    userName: string
    passwordHash: string | null
    nextPasswordHash: string | null
    takesEffectAt: Date | null
    resetAt: Date | null
    resetBy: string | null
    /** Whether `passwordHash` is of the published demo password. */
    demo: Generated<boolean>
    /** '' for none. */
    librarySystem: Generated<string>
  }
}
