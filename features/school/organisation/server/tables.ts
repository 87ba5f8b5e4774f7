/** Rows of migration 016; what it adds to a customer stands with the customer. */
export type OrganisationTables = {
  pinUnlock: { sessionId: string; customerId: string; unlockedUntil: Date }
  pinRenewal: { id: string; customerId: string; userId: string | null; renewedAt: Date }
}
