/** Rows of migration 016; its columns of `customer` are in the customer's type. */
export type OrganisationTables = {
  pinUnlock: { sessionId: string; customerId: string; unlockedUntil: Date }
  pinRenewal: { id: string; customerId: string; userId: string | null; renewedAt: Date }
}
