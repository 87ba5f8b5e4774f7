/** Rows of migration 032. */
export type SecondFactorTables = {
  /** `secret` is encrypted; `lastStep` is a bigint, which PostgreSQL's driver returns as text. */
  secondFactor: { userId: string; secret: string; lastStep: number | string; createdAt: Date }
  secondFactorDraft: { userId: string; secret: string; expiresAt: Date }
  recoveryCode: { userId: string; codeHash: string }
  halfSignIn: { page: string; userId: string; expiresAt: Date }
}
