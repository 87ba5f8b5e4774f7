/** Rows of migration 019. */
export type PasskeyTables = {
  passkey: {
    id: string
    userId: string
    credentialId: string
    publicKey: string
    signCount: number | string
    transports: unknown
    synced: boolean
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }
  /** `askedBy`: `sign-in:` and the page's id, or `add:` and the session's. */
  passkeyChallenge: { askedBy: string; challenge: string; expiresAt: Date }
}
