import type { App } from '#app/app.ts'

type Part = Pick<App, 'db' | 'clock'>

/** Only the latest challenge of a requester is kept, so repeated requests cannot fill the table. */
export async function keepChallenge({ db, clock }: Part, askedBy: string, challenge: string, seconds: number) {
  const row = { challenge, expiresAt: new Date(clock().getTime() + seconds * 1000) }
  await db
    .insertInto('passkeyChallenge')
    .values({ askedBy, ...row })
    .onConflict((conflict) => conflict.column('askedBy').doUpdateSet(row))
    .execute()
}

/** Deletes the challenge: it can be used once, and a wrong answer uses it up too. */
export async function takeChallenge({ db, clock }: Part, askedBy: string): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkeyChallenge')
    .where('askedBy', '=', askedBy)
    .where('expiresAt', '>', clock())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}
