import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { followAccount } from '../../language/server/language.ts'
import { signInSeconds } from './bundled-provider.ts'
import { recordSignIn } from './record-sign-in.ts'
import { withoutNoPage } from './redirect.ts'
import {
  cookieOptions,
  hashToken,
  isToken,
  newToken,
  type Opened,
  openSession,
  signInCookieName,
  sweepExpired,
} from './sessions.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }

type Begun = {
  /** The answer brings it back. */
  state: string
  /** Only for OpenID Connect. */
  nonce?: string
  codeVerifier?: string
  redirect: string
  asksPerson: boolean
  serviceId: string | null
}

/** Stores what the answer must match, bound to this browser. */
export async function rememberSignIn(app: App, { request, reply }: Call, { state, ...begun }: Begun): Promise<void> {
  const { publicUrl } = app.env
  await sweepNowAndThen(app)
  const name = signInCookieName(publicUrl)
  const browser = isToken(request.cookies[name]) ? request.cookies[name] : newToken()
  await app.db
    .insertInto('signIn')
    .values({
      nonce: '',
      codeVerifier: '',
      ...begun,
      stateHash: hashToken(state),
      browserHash: hashToken(browser),
      expiresAt: new Date(app.clock().getTime() + signInSeconds * 1000),
    })
    .execute()
  reply.setCookie(name, browser, { ...cookieOptions(publicUrl), maxAge: signInSeconds })
}

/** Deletes the row: of two answers with one state, one finds it. */
export async function takeSignIn({ db, clock, env }: App, state: string | null, request: FastifyRequest) {
  const browser = request.cookies[signInCookieName(env.publicUrl)]
  if (!browser || state === null) return undefined
  const row = await db
    .deleteFrom('signIn')
    .where('stateHash', '=', hashToken(state))
    .where('browserHash', '=', hashToken(browser))
    .where('expiresAt', '>', clock())
    .returning(['redirect', 'nonce', 'codeVerifier', 'asksPerson', 'serviceId', 'answer'])
    .executeTakeFirst()
  return row && { ...row, redirect: withoutNoPage(row.redirect).redirect }
}

/** Opens the person's session in this browser, and records it. */
export async function completeSignIn(
  app: App,
  { request, reply }: Call,
  userId: string,
  session: Omit<Opened, 'userId'>,
) {
  await app.db.transaction().execute(async (tx) => {
    await openSession({ ...app, db: tx }, { request, reply }, { userId, ...session })
    await recordSignIn({ ...app, db: tx }, 'signed_in', userId, session.method)
    await followAccount({ ...app, db: tx }, { request, reply }, userId)
  })
  app.metrics.signIns.inc({ way: session.method, outcome: 'signed_in' })
  request.log.info({ userId, address: request.ip }, 'signed in')
}

const swept = new WeakMap<App, number>()

/** Sign-ins create these rows, so sign-ins delete expired ones, at most once a minute. */
async function sweepNowAndThen(app: App) {
  const now = app.clock()
  if (now.getTime() - (swept.get(app) ?? 0) < 60_000) return
  swept.set(app, now.getTime())
  await sweepExpired(app.db, now)
}
