import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Clock, hourMs } from '#kit/day.ts'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import type { SignInMethod } from '../../server/tables.ts'
import { maxUserAgent } from '../describe-device.ts'

type Part = { db: Db; clock: Clock; env: Pick<Env, 'publicUrl'> }

/** Covers a working day, and a long lunch without a call. */
const maxHours = 12
const idleHours = 3

/** Cookie prefix with which, behind https, only this exact host can set the cookie. */
const prefix = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-' : '')
export const cookieName = (publicUrl: string) => `${prefix(publicUrl)}session`
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
export const newToken = () => randomBytes(32).toString('base64url')
export const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

export type Opened = {
  userId: string
  idToken: string | null
  method: SignInMethod
  issuerSession: string | null
  serviceId: string | null
  provedAt: Date | null
  secondFactor: boolean
}

/** Opens a session under a new cookie; ends the browser's previous session. */
export async function openSession(
  { db, clock, env }: Part,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, idToken, method, issuerSession, serviceId, provedAt, secondFactor }: Opened,
): Promise<void> {
  await endSession({ db, env }, request)
  const token = newToken()
  const now = clock()
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      id: randomUUID(),
      userId,
      idToken,
      method,
      issuerSession,
      serviceId,
      provedAt,
      secondFactor,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + maxHours * hourMs),
    })
    .execute()
  reply.setCookie(cookieName(env.publicUrl), token, cookieOptions(env.publicUrl))
}

/** Continues the session under a new cookie; the old one becomes invalid. */
export async function renewSession(
  { db, env }: Pick<Part, 'db' | 'env'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const old = request.cookies[cookieName(env.publicUrl)]
  if (!old) return
  const token = newToken()
  await db
    .updateTable('session')
    .set({ tokenHash: hashToken(token) })
    .where('tokenHash', '=', hashToken(old))
    .execute()
  reply.setCookie(cookieName(env.publicUrl), token, cookieOptions(env.publicUrl))
}

/** Ends this browser's session here and returns the data for ending it at the issuer. */
export async function endSession({ db, env }: Pick<Part, 'db' | 'env'>, request: FastifyRequest) {
  const token = request.cookies[cookieName(env.publicUrl)]
  if (!token) return undefined
  return db
    .deleteFrom('session')
    .where('tokenHash', '=', hashToken(token))
    .returning(['idToken', 'userId', 'serviceId'])
    .executeTakeFirst()
}

/** Ends the person's sessions except `except`. Returns how many ended. */
export async function endSessionsOf(tx: Db, userId: string, except = ''): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', except)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const forgetCookie = (reply: FastifyReply, publicUrl: string) =>
  reply.clearCookie(cookieName(publicUrl), cookieOptions(publicUrl))

/** Binds a sign-in to the browser that began it; shared by all its tabs. */
export const signInCookieName = (publicUrl: string) => `${prefix(publicUrl)}sign-in`

/** Lax: the cookie must be sent when an emailed link or the issuer leads here. */
export const cookieOptions = (publicUrl: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

/** Bounds for a live session: neither expired nor idle. */
export const livingSession = (now: Date) => ({
  expiresAt: now,
  lastSeenAt: new Date(now.getTime() - idleHours * hourMs),
})

/** Deletes expired rows. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  const idle = new Date(now.getTime() - idleHours * hourMs)
  await db
    .deleteFrom('session')
    .where((row) => row.or([row('expiresAt', '<=', now), row('lastSeenAt', '<=', idle)]))
    .execute()
  await db.deleteFrom('signIn').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oidcPayload').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('halfSignIn').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('secondFactorDraft').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('guess').where('windowEndsAt', '<=', now).execute()
}
