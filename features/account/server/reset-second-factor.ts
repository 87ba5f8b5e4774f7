import type { Db } from '#app/app.ts'

/** Takes off whatever these people give beside the password, passkeys included. False where there was nothing. */
export async function resetFactors(within: Db, userIds: string[]): Promise<boolean> {
  let removed = 0
  for (const table of ['secondFactor', 'passkey'] as const) {
    const rows = await within.deleteFrom(table).where('userId', 'in', userIds).returning('userId').execute()
    removed += rows.length
  }
  await within.deleteFrom('secondFactorDraft').where('userId', 'in', userIds).execute()
  await within.deleteFrom('halfSignIn').where('userId', 'in', userIds).execute()
  return removed > 0
}
