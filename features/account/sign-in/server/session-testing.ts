import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { cookieName, hashToken } from './sessions.ts'

/** A living session of this person, as if they had signed in; answers its cookie. */
export async function sessionOf(
  db: Db,
  userId: string,
  publicUrl: string,
  { now = new Date(), hours = 12 } = {},
): Promise<string> {
  const token = randomUUID()
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      id: randomUUID(),
      userId,
      idToken: null,
      createdAt: now,
      // What is not about proofs and second factors need not give them.
      provedAt: new Date(now.getTime() + hours * 3_600_000),
      secondFactor: true,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + hours * 3_600_000),
    })
    .execute()
  return `${cookieName(publicUrl)}=${token}`
}
