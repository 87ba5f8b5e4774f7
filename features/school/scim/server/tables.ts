/** Rows of migration 043: people whom an identity system manages. */
export type ScimTables = {
  provisionedPerson: {
    userId: string
    externalId: string | null
    /** Equal to that of `appUser` while the identity system has disabled the person. */
    disabledAt: Date | null
  }
}
