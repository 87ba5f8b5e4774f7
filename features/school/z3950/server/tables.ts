/** Rows of migration 018. */
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
  }
}
