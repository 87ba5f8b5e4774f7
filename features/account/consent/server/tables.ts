/** Rows of migration 021. */
export type ConsentTables = {
  consentRecord: {
    id: string
    linkId: string
    customerId: string | null
    userId: string | null
    email: string
    policyVersion: string
    hasConsented: boolean
    hasAccepted: boolean
    answeredAt: Date
  }
}
