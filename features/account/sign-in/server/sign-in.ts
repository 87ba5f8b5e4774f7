import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { countTry, secondsUntilFreeTry, type Tries, uncountTry } from '#platform/human-check/server/human-check.ts'
import { languageOfBrowser } from '../../language/server/language.ts'
import { codeMark, passkeyMark } from './bundled-provider.ts'
import type { Issuer, Issuers } from './issuer.ts'
import { recordSignOut } from './own-sessions.ts'
import { type Failure, failedSignInPage } from './pages.ts'
import { completeSignIn, rememberSignIn, takeSignIn } from './pending-sign-ins.ts'
import { findPerson } from './people.ts'
import { recordRefused, recordSignIn } from './record-sign-in.ts'
import { safeRedirect } from './redirect.ts'
import { endSession, endSessionsOf, forgetCookie } from './sessions.ts'
import { answerTries } from './tries.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }

export type SignInQuery = {
  redirect?: unknown
  prompt?: 'login' | undefined
  /** For a sign-in service; without one, the portal's own issuer. */
  service?: string | undefined
  /** The address that the person entered. */
  hint?: string | undefined
}

/** Sends the browser to the issuer, and stores on the server what its answer must match. */
export async function beginSignIn(app: App, issuers: Issuers, given: SignInQuery, { request, reply }: Call) {
  const { publicUrl } = app.env
  const redirect = safeRedirect(given.redirect, publicUrl)
  const issuer = await issuers.find(given.service ?? null)
  if (!issuer) return showFailure(app, reply, 404, { reason: 'service_off', redirect })
  const { service } = issuer
  const configuration = await discovered(issuer, request.log)
  if (!configuration) return showFailure(app, reply, 503, { reason: 'issuer_away', redirect, service })
  const [state, nonce, codeVerifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
  const asksPerson = given.prompt === 'login'
  const begun = { state, nonce, codeVerifier, redirect, asksPerson, serviceId: service?.id ?? null }
  await rememberSignIn(app, { request, reply }, begun)
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: publicUrl + issuer.callbackPath,
    scope: service ? 'openid email profile' : 'openid email',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(given.hint && service ? { login_hint: given.hint } : {}),
    ...(given.prompt ? promptAgain(issuer) : {}),
  })
  return leadTo(reply, address.href)
}

/** With max_age the issuer must report when it asked the person. Google knows neither this nor the prompt. */
function promptAgain({ namesOurIds, service }: Issuer): Record<string, string> {
  if (namesOurIds) return { prompt: 'login' }
  return service?.preset === 'google' ? { prompt: 'select_account' } : { prompt: 'login', max_age: '0' }
}

/** Accepts the issuer's answer once, in the browser that began, in time. Anything else opens no session. */
export async function finishSignIn(app: App, issuers: Issuers, serviceId: string | null, { request, reply }: Call) {
  const address = new URL(request.url, app.env.publicUrl)
  const begun = await takeSignIn(app, address.searchParams.get('state'), request)
  // An answer at the address of another issuer than the one that was asked is of a mix-up attack.
  if (!begun || begun.serviceId !== serviceId) return showFailure(app, reply, 400, { reason: 'failed', redirect: '/' })
  const { redirect, nonce, codeVerifier, asksPerson } = begun
  const issuer = await issuers.find(serviceId)
  const fail = (status: number, reason: Failure['reason']) => {
    app.metrics.signIns.inc({ way: 'issuer', outcome: 'failed' })
    return showFailure(app, reply, status, { reason, redirect, service: issuer?.service })
  }
  if (!issuer) return fail(404, 'service_off')
  const configuration = await discovered(issuer, request.log)
  if (!configuration) return fail(503, 'issuer_away')
  const tries = answerTries(request.ip)
  if (!issuer.namesOurIds && !(await countTry(app, tries)))
    return showTooMany(app, reply, { redirect, service: issuer.service }, tries)
  const tokens = await openid
    .authorizationCodeGrant(configuration, address, {
      expectedState: address.searchParams.get('state')!,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    })
    .catch((error: Error) => {
      request.log.warn({ reason: reasonOf(error) }, 'sign-in was not completed')
      return undefined
    })
  if (!tokens) return fail(400, 'failed')
  if (!issuer.namesOurIds) await uncountTry(app.db, tries)
  const found = await findPerson(app, issuer, configuration, tokens)
  if ('refused' in found) {
    if (found.refused === 'issuer_away') return fail(503, found.refused)
    if (found.refused === 'failed') return fail(400, found.refused)
    await recordRefused(app, 'issuer')
    return fail(403, found.refused)
  }
  const { userId } = found
  const session = { ...aboutSession(issuer, tokens), provedAt: provedBy(issuer, tokens, asksPerson, app.clock()) }
  await completeSignIn(app, { request, reply }, userId, session)
  return leadTo(reply, redirect)
}

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers

/**
 * When the person last proved who they are. An issuer that omits it is trusted to have asked when told to, except
 * Google: it lets the person there choose an account that is signed in.
 */
function provedBy({ namesOurIds, service }: Issuer, tokens: Tokens, asksPerson: boolean, now: Date): Date | null {
  if (namesOurIds) return now
  const { auth_time: seconds } = tokens.claims()!
  if (typeof seconds === 'number') return new Date(Math.min(seconds * 1000, now.getTime()))
  return asksPerson && service?.preset !== 'google' ? now : null
}

function aboutSession(issuer: Issuer, tokens: Tokens) {
  const { amr, sid } = tokens.claims()!
  const marks = Array.isArray(amr) ? amr : []
  const withPasskey = marks.includes(passkeyMark)
  return {
    idToken: tokens.id_token ?? null,
    secondFactor: issuer.namesOurIds && (withPasskey || marks.includes(codeMark)),
    method: issuer.namesOurIds ? (withPasskey ? ('passkey' as const) : ('password' as const)) : ('issuer' as const),
    issuerSession: !issuer.namesOurIds && typeof sid === 'string' && sid.length <= 255 ? sid : null,
    serviceId: issuer.service?.id ?? null,
  }
}

/** Ends the session here; the returned address ends it at the issuer, if that keeps sessions. */
export async function signOut(app: App, issuers: Issuers, call: Call): Promise<{ endSessionUrl: string }> {
  const ended = await app.db.transaction().execute(async (tx) => {
    const session = await endSession({ ...app, db: tx }, call.request)
    if (session) await recordSignIn({ ...app, db: tx }, 'signed_out', session.userId)
    return session
  })
  return leaveIssuer(app, issuers, call, ended)
}

/** Ends every session of the person, this browser's included. */
export async function signOutEverywhere(app: App, issuers: Issuers, caller: Caller, call: Call) {
  const here = await app.db.transaction().execute(async (tx) => {
    const ended = await endSession({ ...app, db: tx }, call.request)
    const others = await endSessionsOf(tx, caller.userId)
    if (others > 0) await recordSignOut(tx, caller, app.clock(), 'All devices')
    return ended
  })
  return leaveIssuer(app, issuers, call, here)
}

async function leaveIssuer(
  app: App,
  issuers: Issuers,
  { request, reply }: Call,
  ended: { idToken: string | null; serviceId: string | null } | undefined,
): Promise<{ endSessionUrl: string }> {
  const home = `${app.env.publicUrl}/`
  forgetCookie(reply, app.env.publicUrl)
  const issuer = ended && (await issuers.find(ended.serviceId))
  const configuration = issuer && (await discovered(issuer, request.log))
  if (!configuration?.serverMetadata().end_session_endpoint) return { endSessionUrl: home }
  const address = openid.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: home,
    ...(ended?.idToken ? { id_token_hint: ended.idToken } : {}),
  })
  return { endSessionUrl: address.href }
}

const discovered = (issuer: Issuer, log: FastifyBaseLogger) =>
  issuer.configuration().catch((error: Error) => {
    log.error({ err: error }, 'the OpenID issuer cannot be reached')
    return undefined
  })

export function leadTo(reply: FastifyReply, address: string) {
  reply.code(303).header('location', address)
  return ''
}

/** Past the limit of refused answers. */
export async function showTooMany(app: App, reply: FastifyReply, failure: Omit<Failure, 'reason'>, tries: Tries) {
  app.metrics.signIns.inc({ way: 'issuer', outcome: 'slowed' })
  const waitSeconds = await secondsUntilFreeTry(app, tries)
  reply.header('retry-after', waitSeconds)
  return showFailure(app, reply, 429, { ...failure, reason: 'failed', waitSeconds })
}

export function showFailure({ env }: Pick<App, 'env'>, reply: FastifyReply, status: number, failure: Failure) {
  const language = languageOfBrowser(reply.request)
  reply.code(status).type('text/html; charset=utf-8')
  return failedSignInPage(env, language, failure)
}
