import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { App, Db } from '#app/app.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { fetchBounded } from './fetch-bounded.ts'
import type { Issuers } from './issuer.ts'

export const backChannelPath = '/rest/user/logout/backChannel'
const event = 'http://schemas.openid.net/event/backchannel-logout'
const noise = { error: 'invalid_request' }

/**
 * Outside issuers report a sign-out there (OpenID Connect Back-Channel Logout 1.0). Their signature is the proof: no
 * cookie and no page is involved.
 */
export async function mountBackChannel(http: FastifyInstance, app: App, issuers: Issuers) {
  const keysAt = rememberKeys()
  await http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit: 32 * 1024 })
    part.post(backChannelPath, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      try {
        const sender = await senderOf(app, token ?? '')
        const issuer = await issuers.find(sender.serviceId)
        if (!issuer) throw new Error('the service is off')
        const server = (await issuer.configuration()).serverMetadata()
        const notice = await readToken(app, token ?? '', server, sender.clientId, keysAt)
        const ended = await endNamedSessions(app, sender.serviceId, notice)
        request.log.info({ ended }, 'the issuer signed someone out')
        return reply.code(200).send()
      } catch (error) {
        request.log.warn({ reason: reasonOf(error) }, 'a sign-out of the issuer was refused')
        return reply.code(400).send(noise)
      }
    })
  })
}

type Sender = { serviceId: string | null; clientId: string }

/** The issuer that the token claims to be from; its signature is checked afterwards. */
async function senderOf({ db, env }: App, token: string): Promise<Sender> {
  const { iss, aud } = decodeJwt(token)
  const audience = [aud ?? []].flat()
  const services = await db
    .selectFrom('signInService')
    .where('kind', '=', 'oidc')
    .where('enabled', '=', true)
    .select(['id as serviceId', 'issuer', 'clientId'])
    .execute()
  const own = env.oidc ? [{ serviceId: null, ...env.oidc }] : []
  const sender = [...own, ...services].find(
    ({ issuer, clientId }) => URL.parse(issuer)?.href === URL.parse(iss ?? '')?.href && audience.includes(clientId),
  )
  if (!sender) throw new Error('its issuer is not one that people sign in with here')
  return sender
}

type Keys = ReturnType<typeof createRemoteJWKSet>
type LogoutNotice = { issuer: string; sid?: string; sub?: string }

const rememberKeys = () => {
  const known = new Map<string, Keys>()
  return (address: string): Keys => {
    const keys =
      known.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: 8000, [customFetch]: fetchBounded })
    known.set(address, keys)
    return keys
  }
}

async function readToken(
  app: App,
  token: string,
  server: ServerMetadata,
  audience: string,
  keysAt: (address: string) => Keys,
) {
  const { payload } = await jwtVerify(token, keysAt(server.jwks_uri!), {
    issuer: server.issuer,
    audience,
    currentDate: app.clock(),
    clockTolerance: 60,
    maxTokenAge: 300,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  return readNotice(payload, server.issuer)
}

function readNotice({ events, nonce, sid, sub }: JWTPayload, issuer: string): LogoutNotice {
  const named = events as Record<string, unknown> | null
  // An ID token has a nonce; a logout token must not.
  if (typeof named?.[event] !== 'object' || nonce !== undefined) throw new Error('no logout token')
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined
  const given = { sid: text(sid), sub: text(sub) }
  if (!given.sid && !given.sub) throw new Error('it names nobody')
  return { issuer, ...(given.sid ? { sid: given.sid } : {}), ...(given.sub ? { sub: given.sub } : {}) }
}

/** Ends the session that the issuer names, or all sessions of the person that it began. */
async function endNamedSessions(
  { db, clock }: App,
  serviceId: string | null,
  { issuer, sid, sub }: LogoutNotice,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('method', '=', 'issuer')
      .where('serviceId', 'is not distinct from', serviceId)
      .$if(sid !== undefined, (some) => some.where('issuerSession', '=', sid!))
      .$if(sub !== undefined, (some) =>
        some.where('userId', 'in', (row) =>
          row
            .selectFrom('signInLink')
            .where('subject', '=', sub!)
            .where('signInLink.serviceId', 'is not distinct from', serviceId)
            .where((link) => link.or([link('issuer', '=', issuer), link('issuer', 'is', null)]))
            .select('signInLink.userId'),
        ),
      )
      .returning('userId')
      .execute()
    for (const userId of new Set(ended.map((each) => each.userId))) await audit(tx, userId, clock())
    return ended.length
  })
}

async function audit(tx: Db, userId: string, now: Date) {
  const { customerId } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('customerId')
    .executeTakeFirstOrThrow()
  await recordAudit(tx, { now, customerId, userId, action: 'sessions_ended', subject: 'By the sign-in service' })
}
