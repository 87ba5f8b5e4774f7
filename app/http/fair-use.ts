import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '#kit/contract.ts'
import { formatWait } from '#kit/format-wait.ts'
import { clientOf } from '#kit/server/came-from.ts'
import { grouped } from '#kit/wording.ts'
import type { Limits } from '../env.ts'

/** Rate limits: the window in seconds, and the calls that count. */
export const budgets = {
  // People past the limit must still be able to sign in, sign out and prove who they are.
  requests: {
    seconds: 60,
    spends:
      /^\/(?!rest\/(user\/(login|logout|proof)|requestForgotPassword)(\/|$))((rest|cms|record|opensearch|scim|feeds\/(collections|searches))\/|(sru|oai)$)/,
  },
  // A page shows dozens of covers, which must not use up the person's calls.
  covers: { seconds: 60, spends: /^\/covers\// },
  searches: {
    seconds: 60,
    spends:
      /^\/sru$|^\/opensearch\/suggestions$|^\/feeds\/searches\/|^\/rest\/(catalogue\/(search(\/citations)?|suggest|spelling|shelf)|search|records|heading\/search|discover\/recent\/.*|(librarything|syndetics)\/search|mydownload\/(title\/search|identifiers\/check|items\/view|request\/digital\/count)|collection\/records)$/,
  },
  downloads: {
    seconds: 3600,
    spends: /^\/rest\/(requests|mydownload\/request\/.*create|mycatalogue\/folder\/download|temp\/folder\/download)$/,
  },
  // Not requestForgotPassword, which requires a proof of work: all callers behind one address would share a limit.
  mails: { seconds: 3600, spends: /^\/rest\/(catalogue\/(record|temp)\/email.*|mycatalogue\/folder\/email|contact)$/ },
} as const
export type Budget = keyof typeof budgets
/** Counts only successful calls: a refused one has made no file and sent no mail. */
const onlyDone: Budget[] = ['downloads', 'mails']

/**
 * Calls that people make past their other limits. Signing out and proving who one is: per session, so that no one else
 * can use them up. Signing in: per network, where a whole school may arrive at once.
 */
const doors = [
  {
    spends: /^\/rest\/user\/(logout|proof)(\/|$)/,
    max: 60,
    keyGenerator: ({ caller }: FastifyRequest) => (caller ? `session:${caller.sessionId}` : ''),
  },
  {
    spends: /^\/rest\/user\/login(\/|$)/,
    max: 1200,
    keyGenerator: ({ ip }: FastifyRequest) => clientOf(null, ip),
  },
]
const doorSeconds = 60

/** Clients whose counts are kept in memory; the oldest are dropped. */
const maxClients = 20_000

type Spent = {
  name: Budget
  whose: 'client' | 'school'
  max: number
  /** Milliseconds. */
  timeWindow: number
  remaining: number
  ttlInSeconds: number
  isExceeded: boolean
}

const fairUseProblem = problems({ too_many: [429, 'Please try again later.'] })

export type FairUse = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Rate limits per person and per school; people who are not signed in share a school's by their address. Each reply
 * shows all limits that the call spends, by draft-ietf-httpapi-ratelimit-headers-10 (`RateLimit` and `RateLimit-
 * Policy`), and the one nearest its end in the older form that most clients know, from drafts before the seventh
 * (`RateLimit-Limit`, `-Remaining`, `-Reset`). Each process counts separately.
 */
export async function openFairUse(http: FastifyInstance, limits: { client: Limits; school: Limits }): Promise<FairUse> {
  await http.register(rateLimit, { global: false, cache: maxClients })
  const counters: Counter[] = (Object.keys(budgets) as Budget[]).flatMap((name) =>
    (['client', 'school'] as const).flatMap((whose) => {
      const max = limits[whose][name]
      if (!max) return []
      const timeWindow = budgets[name].seconds * 1000
      const keyGenerator = (request: FastifyRequest) => keyOf(whose, request)
      const limit = http.createRateLimit({ max, timeWindow, keyGenerator })
      const count = onlyDone.includes(name) ? countDone(limit, keyGenerator) : countAtOnce(limit)
      return [{ name, whose, count, spends: budgets[name].spends, keyGenerator }]
    }),
  )
  if (limits.client.requests)
    for (const { spends, max, keyGenerator } of doors) {
      const count = countAtOnce(http.createRateLimit({ max, timeWindow: doorSeconds * 1000, keyGenerator }))
      counters.push({ name: 'requests', whose: 'client', count, spends, keyGenerator })
    }
  return async (request, reply) => {
    const route = request.routeOptions.url ?? ''
    const spent: Spent[] = []
    for (const { name, whose, count, spends, keyGenerator } of counters) {
      if (!spends.test(route) || keyGenerator(request) === '') continue
      const counted = await count(request, reply)
      // Deliberately without exceptions.
      if (!counted.isAllowed) spent.push({ name, whose, ...counted })
    }
    const [nearest] = spent.sort((one, other) => one.remaining / one.max - other.remaining / other.max)
    if (!nearest) return
    reply.header('ratelimit-limit', nearest.max)
    reply.header('ratelimit-remaining', nearest.remaining)
    reply.header('ratelimit-reset', nearest.ttlInSeconds)
    const items = (about: (each: Spent) => string) =>
      spent.map((each) => `"${each.whose === 'school' ? 'school-' : ''}${each.name}";${about(each)}`).join(', ')
    reply.header(
      'ratelimit-policy',
      items(({ max, timeWindow }) => `q=${max};w=${timeWindow / 1000}`),
    )
    reply.header(
      'ratelimit',
      items(({ remaining, ttlInSeconds }) => `r=${remaining};t=${ttlInSeconds}`),
    )
    const exceeded = spent.filter(({ isExceeded }) => isExceeded)
    const [over] = exceeded.sort((one, other) => other.ttlInSeconds - one.ttlInSeconds)
    if (!over) return
    throw fairUseProblem('too_many', { messages: [sentenceOn(over)], waitSeconds: over.ttlInSeconds })
  }
}

type Limit = ReturnType<FastifyInstance['createRateLimit']>
type Count = (request: FastifyRequest, reply: FastifyReply) => ReturnType<Limit>

const countAtOnce =
  (limit: Limit): Count =>
  (request) =>
    limit(request)

/** Calls in progress count too, so that concurrent ones cannot all slip through. */
function countDone(limit: Limit, keyOf: (request: FastifyRequest) => string): Count {
  const underWay = new Map<string, number>()
  return async (request, reply) => {
    const key = keyOf(request)
    const done = await limit(request, { increment: false })
    if (done.isAllowed) return done
    const others = underWay.get(key) ?? 0
    const remaining = done.remaining - others - 1
    const ttlInSeconds = done.ttlInSeconds || Math.ceil(done.timeWindow / 1000)
    if (remaining < 0) return { ...done, remaining: 0, ttlInSeconds, isExceeded: true }
    underWay.set(key, others + 1)
    reply.raw.once('close', async () => {
      if (reply.statusCode < 400) await limit(request)
      const left = underWay.get(key)! - 1
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    })
    return { ...done, remaining, ttlInSeconds, isExceeded: false }
  }
}

type Counter = {
  name: Budget
  whose: 'client' | 'school'
  count: Count
  spends: RegExp
  keyGenerator: (request: FastifyRequest) => string
}

/** '' if there is none: a person's school is known, a visitor's is not. */
function keyOf(whose: 'client' | 'school', { caller, ip }: FastifyRequest): string {
  if (whose === 'client') return caller ? clientOf(caller, ip) : ''
  if (caller) return caller.customerId ? `school:${caller.customerId}` : ''
  return clientOf(null, ip)
}

const sentenceOn = ({ name, whose, max, timeWindow, ttlInSeconds }: Spent) => {
  const span = timeWindow === 60_000 ? 'a minute' : 'an hour'
  const who = whose === 'client' ? 'You can' : 'Your school can'
  return `${who} ${name === 'covers' ? 'see' : 'make'} ${grouped(max)} ${name} ${span}. Please try again in ${formatWait(ttlInSeconds)}.`
}
