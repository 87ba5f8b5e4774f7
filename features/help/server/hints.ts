import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'

type Needs = Pick<App, 'db' | 'clock'>

export async function readHints({ db }: Pick<App, 'db'>, { userId }: Caller): Promise<{ ended: boolean }> {
  const { hintsEndedAt } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('hintsEndedAt')
    .executeTakeFirstOrThrow()
  return { ended: hintsEndedAt !== null }
}

/** Keeps the first time. */
export async function endHints({ db, clock }: Needs, { userId }: Caller): Promise<{ ended: true }> {
  await db
    .updateTable('appUser')
    .set({ hintsEndedAt: clock() })
    .where('id', '=', userId)
    .where('hintsEndedAt', 'is', null)
    .execute()
  return { ended: true }
}
