import type { App } from '#app/app.ts'

type Part = Pick<App, 'db' | 'clock'>

/** Of one who asks, only what was asked for last can be answered, so nobody fills the table by asking. */
export async function keepChallenge({ db, clock }: Part, askedBy: string, challenge: string, seconds: number) {
  const row = { challenge, expiresAt: new Date(clock().getTime() + seconds * 1000) }
  await db
    .insertInto('passkeyChallenge')
    .values({ askedBy, ...row })
    .onConflict((conflict) => conflict.column('askedBy').doUpdateSet(row))
    .execute()
}

/** Deleting is taking: an answer that is sent twice finds it once, and a wrong one uses it up too. */
export async function takeChallenge({ db, clock }: Part, askedBy: string): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkeyChallenge')
    .where('askedBy', '=', askedBy)
    .where('expiresAt', '>', clock())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}
