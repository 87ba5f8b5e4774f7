import { randomUUID } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import { cookieName, hashToken } from './sessions.ts'

/** Opens a live session for this person without a sign-in; returns its cookie. */
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
      // Defaults for tests that are not about proofs and second factors.
      provedAt: new Date(now.getTime() + hours * hourMs),
      secondFactor: true,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + hours * hourMs),
    })
    .execute()
  return `${cookieName(publicUrl)}=${token}`
}
