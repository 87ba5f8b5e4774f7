import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App, Db } from '#app/app.ts'
import { TimedThread } from '#kit/server/load/timed-thread.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { countTry, uncountTry } from '#platform/human-check/server/human-check.ts'
import type { Failure } from '../../sign-in/server/pages.ts'
import { completeSignIn, rememberSignIn, takeSignIn } from '../../sign-in/server/pending-sign-ins.ts'
import { recordRefused } from '../../sign-in/server/record-sign-in.ts'
import { safeRedirect } from '../../sign-in/server/redirect.ts'
import { hashToken, isToken, newToken } from '../../sign-in/server/sessions.ts'
import { leadTo, type SignInQuery, showFailure, showTooMany } from '../../sign-in/server/sign-in.ts'
import { answerTries } from '../../sign-in/server/tries.ts'
import { confirmedEmail, samlPathsOf } from '../rules.ts'
import { domainsAbove, hostOf } from './domains.ts'
import { recognise } from './people-of-service.ts'
import type { SamlAnswer } from './saml.ts'
import type { SamlAnswers } from './saml-thread.ts'
import { type Service, serviceOf } from './sign-in-services.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }
type Named = { Params: { service: string } }
type Stored = Omit<SamlAnswer, 'askedAt'> & { askedAt: string }

/** Most portals have no such service, and need none of the libraries. */
const library = () => import('./saml.ts')

/** An answer of 500 groups takes 0.1 s for each certificate of the service, the largest that is read 0.5 s. */
const limitMs = 5_000

/** ID of our request, which the service repeats. It follows from the state, so it needs no column. */
const requestIdOf = (state: string) => `_${hashToken(state)}`

async function findService(db: Db, id: string): Promise<Service | undefined> {
  const service = await serviceOf(db, id)
  return service?.enabled && service.kind === 'saml' ? service : undefined
}

/** Sends the browser to a service that speaks SAML; undefined if the sign-in is at none. */
export async function beginSamlSignIn(app: App, given: SignInQuery, call: Call): Promise<string | undefined> {
  const service = given.service === undefined ? undefined : await findService(app.db, given.service)
  if (!service) return undefined
  const [state, asksPerson] = [newToken(), given.prompt === 'login']
  const redirect = safeRedirect(given.redirect, app.env.publicUrl)
  await rememberSignIn(app, call, { state, redirect, asksPerson, serviceId: service.id })
  const { signInAddress } = await library()
  const request = { requestId: requestIdOf(state), relayState: state, asksPerson }
  return leadTo(call.reply, await signInAddress(app.env, service, request))
}

/**
 * Our side of SAML 2.0: metadata, and the address for answers. The browser brings an answer from the service's site,
 * so without our cookies. What it says is checked and stored with the pending sign-in; the next request, from our own
 * site, must come from the browser that began. So no service can sign in someone who has not started here.
 */
export async function mountSaml(http: FastifyInstance, app: App) {
  const paths = samlPathsOf(':service')
  http.get<Named>(paths.metadata, async (request, reply) => {
    const service = await serviceOf(app.db, request.params.service)
    if (service?.kind !== 'saml') return reply.callNotFound()
    const { ourMetadata } = await library()
    return reply.type('application/samlmetadata+xml').send(ourMetadata(app.env, service.id))
  })
  http.get<Named>(paths.finish, async (request, reply) => reply.send(await finish(app, { request, reply })))
  const reader = new TimedThread<SamlAnswers>(new URL('./saml-thread.ts', import.meta.url), limitMs)
  http.addHook('onClose', () => reader.end())
  await http.register(async (part) => {
    // Some services name hundreds of groups.
    takeFormsOnly(part, { bodyLimit: 256 * 1024 })
    part.post<Named>(paths.answer, async (request, reply) =>
      reply.send(await takeAnswer(app, reader, { request, reply })),
    )
  })
}

async function takeAnswer(
  app: App,
  reader: TimedThread<SamlAnswers>,
  { request, reply }: { request: FastifyRequest<Named>; reply: FastifyReply },
) {
  const service = await begins(app, { request, reply })
  if (!service) return showFailure(app, reply, 404, { reason: 'service_off', redirect: '/' })
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const [state, response] = [form.get('RelayState') ?? '', form.get('SAMLResponse') ?? '']
  const pending = () =>
    app.db
      .selectFrom('signIn')
      .where('stateHash', '=', hashToken(state))
      .where('serviceId', '=', service.id)
      .where('answer', 'is', null)
      .where('expiresAt', '>', app.clock())
      .select(['stateHash', 'redirect'])
      .executeTakeFirst()
  const begun = isToken(state) ? await pending() : undefined
  if (!begun) return refuse(app, reply, 400, { reason: 'failed', redirect: '/', service })
  const tries = answerTries(request.ip)
  if (!(await countTry(app, tries))) return showTooMany(app, reply, { redirect: begun.redirect, service }, tries)
  const { publicUrl } = app.env
  const given = [{ publicUrl }, service, response, requestIdOf(state), app.clock()] as const
  const answer = await reader.call('readAnswer', [...given]).catch((error: Error) => {
    request.log.warn({ reason: reasonOf(error), service: service.id }, 'a SAML response was refused')
    return undefined
  })
  if (!answer) return refuse(app, reply, 400, { reason: 'failed', redirect: begun.redirect, service })
  await uncountTry(app.db, tries)
  const { numUpdatedRows } = await app.db
    .updateTable('signIn')
    .set({ answer: JSON.stringify(answer) })
    .where('stateHash', '=', begun.stateHash)
    .where('answer', 'is', null)
    .executeTakeFirst()
  // If two copies arrive at the same moment, one is refused.
  if (numUpdatedRows === 0n) return refuse(app, reply, 400, { reason: 'failed', redirect: begun.redirect, service })
  return leadTo(reply, `${samlPathsOf(service.id).finish}?state=${state}`)
}

async function finish(app: App, { request, reply }: { request: FastifyRequest<Named>; reply: FastifyReply }) {
  const service = await begins(app, { request, reply })
  const { state } = request.query as { state?: unknown }
  const begun = await takeSignIn(app, typeof state === 'string' ? state : null, request)
  if (!service) return showFailure(app, reply, 404, { reason: 'service_off', redirect: '/' })
  if (!begun?.answer || begun.serviceId !== service.id)
    return refuse(app, reply, 400, { reason: 'failed', redirect: begun?.redirect ?? '/', service })
  const { identity, askedAt } = begun.answer as Stored
  const vouched = await vouchedEmail(app.db, service, identity.email)
  const found = await recognise(app, service, { ...identity, confirmedEmail: vouched })
  if ('refused' in found) {
    await recordRefused(app, 'issuer')
    return refuse(app, reply, 403, { reason: found.refused, redirect: begun.redirect, service })
  }
  await completeSignIn(app, { request, reply }, found.userId, {
    idToken: null,
    secondFactor: false,
    method: 'issuer',
    issuerSession: null,
    serviceId: service.id,
    provedAt: new Date(askedAt),
  })
  return leadTo(reply, begun.redirect)
}

/** The service at the address of the call, if it is on. */
async function begins({ db }: App, { request, reply }: { request: FastifyRequest<Named>; reply: FastifyReply }) {
  reply.header('cache-control', 'no-store')
  return findService(db, request.params.service)
}

function refuse(app: App, reply: FastifyReply, status: number, failure: Failure) {
  app.metrics.signIns.inc({ way: 'issuer', outcome: 'failed' })
  return showFailure(app, reply, status, failure)
}

/**
 * SAML does not say whether an address was checked: that is up to the one who trusts the service. A school's own
 * service vouches only for addresses in that school's domain, whoever runs it.
 */
async function vouchedEmail(db: Db, service: Service, email: string | undefined): Promise<string | undefined> {
  const confirmed = confirmedEmail(service, { email })
  if (confirmed === undefined || service.customerId === null) return confirmed
  const school = await db
    .selectFrom('customer')
    .where('id', '=', service.customerId)
    .where('emailDomain', 'in', domainsAbove(hostOf(confirmed)))
    .select('id')
    .executeTakeFirst()
  return school && confirmed
}
