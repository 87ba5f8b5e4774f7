import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Input, RawReply } from '#kit/contract.ts'
import { Problem, sentencesOr } from '#kit/problem.ts'
import { authorise, type Caller, type CallerFor, requireFactor, requireFreshProof, requireScope } from './caller.ts'
import { answerPreflight, shareWithPages } from './cross-origin.ts'
import { sendTagged } from './etag.ts'
import { plainReason, sentenceOn } from './plain-reason.ts'
import { isOfProgram, type SentKey, sentKey } from './sent-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The part of the App that `serve` needs: the caller of a request. */
export type Doorkeeper = {
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** The program with this name and key; throws if there is none. */
  callerOfKey?(key: SentKey, address: string): Promise<Caller>
  env: { publicUrl: string }
  /** Throws if the caller exceeds a rate limit. */
  fairUse?(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export type Call<E extends Endpoint> = {
  caller: CallerFor<E['who']>
  request: FastifyRequest
  reply: FastifyReply
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

type Answer<E extends Endpoint> = E['answers'] extends 'json' ? RawReply<E> : unknown

export type Handlers<A extends Record<string, Endpoint>> = {
  [K in keyof A]: (input: Input<A[K]>, call: Call<A[K]>) => Promise<Answer<A[K]>> | Answer<A[K]>
}

/**
 * Requirements besides a role, such as a subscription. Throws the Problem for the caller. The body has not been
 * read yet; the reply's `close` event marks the end of the call.
 */
export type Requirements<A extends Record<string, Endpoint>> = {
  [K in keyof A]?: (caller: CallerFor<A[K]['who']>, call: Coming) => void | Promise<void>
}
export type Coming = { request: FastifyRequest; reply: FastifyReply }

/** Every mounted endpoint, for `/openapi.json`. */
export const mounted = new WeakMap<FastifyInstance, Endpoint[]>()

/** Name of a call in its contract: the operationId of `/openapi.json`. */
export const callNames = new WeakMap<Endpoint, string>()

/** Mounts every endpoint of a contract. A missing or misspelt handler is a type error. */
export function serve<A extends Record<string, Endpoint>>(
  http: FastifyInstance,
  app: Doorkeeper,
  api: A,
  handlers: Handlers<A>,
  requirements: Requirements<A> = {},
) {
  const known = mounted.get(http) ?? []
  mounted.set(http, known)
  for (const [name, endpoint] of Object.entries(api)) {
    const handle = handlers[name as keyof A] as (input: unknown, call: Call<Endpoint>) => unknown
    const checkRequirement = requirements[name as keyof A] as
      | ((caller: Caller | null, call: Coming) => void | Promise<void>)
      | undefined
    known.push(endpoint)
    callNames.set(endpoint, name)
    const isShared = endpoint.forKeys !== undefined && !endpoint.changes
    if (isShared) answerPreflight(http, endpoint.path)
    http.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      // A HEAD request must not change anything.
      exposeHeadRoute: !endpoint.changes,
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // Permission is decided before the body is read.
      onRequest: async (request, reply) => {
        if (isShared) shareWithPages(reply)
        request.caller = await callerFor(app, endpoint, request)
        await app.fairUse?.(request, reply)
        authorise(endpoint.who, request.caller)
        if (endpoint.freshProof === 'always') requireFreshProof(request.caller)
        await checkRequirement?.(request.caller, { request, reply })
      },
      handler: async (request, reply) => {
        const answer = await handle(readInput(endpoint, request), {
          caller: request.caller as CallerFor<Endpoint['who']>,
          request,
          reply,
          signal: abortedWith(reply),
        })
        // Sent by the handler. A promise of `reply` waits for the end of sending, and gives undefined.
        if (reply.sent || reply.raw.destroyed) return reply
        reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
        if (endpoint.answers === 'html') reply.type('text/html; charset=utf-8')
        if (endpoint.answers !== 'json') return answer
        // Parsing the reply drops every column that the contract does not name.
        const { status = 200 } = endpoint
        reply.code(status)
        const body = { responseCode: status, ...(endpoint.reply.parse(answer) as object) }
        if (!endpoint.tagged) return body
        return sendTagged(request, reply, JSON.stringify(body), 'application/json; charset=utf-8')
      },
    })
  }
}

/** A call with a key needs no proof of its origin: no page of another site can make one. */
async function callerFor(app: Doorkeeper, endpoint: Endpoint, request: FastifyRequest) {
  const { who, forKeys, changes } = endpoint
  const key = app.callerOfKey && sentKey(request)
  if (app.callerOfKey && forKeys && !key && isOfProgram(request) && request.headers.authorization !== undefined)
    throw new Problem('unreadable_access_key', 401, [
      'The Authorization header has no access key. Send “Bearer” and the key, or HTTP Basic with the API user and the key.',
    ])
  if (key && forKeys) {
    const caller = await app.callerOfKey!(key, request.ip)
    requireScope(forKeys, caller)
    return caller
  }
  if (key && who !== 'visitor')
    throw new Problem('not_for_access_keys', 403, ['This call is not open to an access key.'])
  if (changes) proveSameOrigin(request, app.env.publicUrl)
  const caller = await app.callerOf(request)
  if (!caller && who !== 'visitor' && forKeys && /^bearer /i.test(request.headers.authorization ?? ''))
    throw new Problem('sign_in_required', 403, ['Send the access key without a cookie and without X-Requested-With.'])
  return requireFactor(endpoint, caller)
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  // Path parameters last: a body must not be able to name a different resource.
  const given = {
    ...(request.query as object),
    ...bodyMembers(endpoint, request.body),
    ...(request.params as object),
  }
  const input = endpoint.input.safeParse(given, { error: plainReason })
  if (input.success) return input.data
  const { formErrors, fieldErrors } = z.flattenError(input.error as z.ZodError<Record<string, unknown>>)
  const errors = Object.fromEntries(
    Object.entries(fieldErrors).map(([field, reasons = []]) => [field, reasons.map((each) => sentenceOn(field, each))]),
  )
  const first = Object.values(errors)[0]
  const messages = [...formErrors.map((reason) => `${reason}.`), ...(first ? first.slice(0, 1) : [])]
  throw new Problem('invalid_input', 400, sentencesOr('The request is not valid.', messages), errors)
}

function bodyMembers({ listBody }: Endpoint, body: unknown): object {
  if (body === undefined || body === null) return {}
  if (listBody !== undefined && Array.isArray(body)) return { [listBody]: body }
  if (listBody !== undefined || typeof body !== 'object' || Array.isArray(body))
    throw new Problem('invalid_input', 400, [`The body must be a JSON ${listBody === undefined ? 'object' : 'list'}.`])
  return body
}

/** Aborted when the client goes away before it has its reply. */
export function abortedWith(reply: FastifyReply) {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException('The client went away.', 'AbortError'))
  })
  return controller.signal
}

/** A changing call must come from our own pages: a foreign page can send none of these three. */
function proveSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { headers } = request
  const proven =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers['x-requested-with'] !== undefined ||
    headers.origin === publicUrl
  if (!proven) throw new Problem('foreign_origin', 403, ['This call must come from the portal itself.'])
}
