/** Rows of migration 018. */
export type HumanCheckTables = {
  usedHumanCheck: { id: string; action: string; usedAt: Date; expiresAt: Date }
}
