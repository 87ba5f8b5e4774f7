import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Input, RawReply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { admit, type Caller, type CallerFor, holdToFactor, holdToFreshProof } from './caller.ts'
import { plainReason, sentenceOn } from './plain-reason.ts'
import { type SentKey, sentKey } from './sent-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** What `serve` needs of the App: who stands behind a request. */
export type Doorkeeper = {
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** The program that has sent this name and key; throws where there is none. */
  callerOfKey?(key: SentKey, address: string): Promise<Caller>
  env: { publicUrl: string }
  /** Throws where the caller has asked for more than their share. */
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
 * What a call needs beside a role, e.g. a subscription. Throws the Problem that the caller is to read. Its body has not
 * been read yet; the reply's `close` comes when the call is over, however it ends.
 */
export type Admissions<A extends Record<string, Endpoint>> = {
  [K in keyof A]?: (caller: CallerFor<A[K]['who']>, call: Coming) => void | Promise<void>
}
export type Coming = { request: FastifyRequest; reply: FastifyReply }

/** Every endpoint that was mounted, for `/openapi.json`. */
export const mounted = new WeakMap<FastifyInstance, Endpoint[]>()

/** Mounts every endpoint of a contract. A missing or misspelt handler is a type error. */
export function serve<A extends Record<string, Endpoint>>(
  http: FastifyInstance,
  app: Doorkeeper,
  api: A,
  handlers: Handlers<A>,
  admissions: Admissions<A> = {},
) {
  const known = mounted.get(http) ?? []
  mounted.set(http, known)
  for (const [name, endpoint] of Object.entries(api)) {
    const handle = handlers[name as keyof A] as (input: unknown, call: Call<Endpoint>) => unknown
    const alsoAdmit = admissions[name as keyof A] as
      | ((caller: Caller | null, call: Coming) => void | Promise<void>)
      | undefined
    known.push(endpoint)
    http.route({
      method: [...endpoint.methods],
      url: endpoint.path,
      // To look whether something is there must change nothing.
      exposeHeadRoute: !endpoint.changes,
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      // Permission is decided before the body is read.
      onRequest: async (request, reply) => {
        refuseUnreadableAddress(request)
        request.caller = await callerFor(app, endpoint, request)
        await app.fairUse?.(request, reply)
        admit(endpoint.who, request.caller)
        if (endpoint.freshProof === 'always') holdToFreshProof(request.caller)
        await alsoAdmit?.(request.caller, { request, reply })
      },
      handler: async (request, reply) => {
        refuseUnreadableBody(request)
        const answer = await handle(readInput(endpoint, request), {
          caller: request.caller as CallerFor<Endpoint['who']>,
          request,
          reply,
          signal: abortedWith(request, reply),
        })
        reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
        if (endpoint.answers === 'text') reply.type('text/plain; charset=utf-8')
        if (endpoint.answers === 'html') reply.type('text/html; charset=utf-8')
        if (endpoint.answers !== 'json') return answer
        // Parsing the reply drops every column that the contract does not name.
        return { responseCode: 200, ...(endpoint.reply.parse(answer) as object) }
      },
    })
  }
}

/** A call that carries a key needs no proof of its origin: no page of another site can make one. */
async function callerFor(app: Doorkeeper, endpoint: Endpoint, request: FastifyRequest) {
  const { who, forKeys, changes } = endpoint
  const key = app.callerOfKey && sentKey(request)
  if (key && forKeys) return app.callerOfKey!(key, request.ip)
  if (key && who !== 'visitor')
    throw new Problem('not_for_access_keys', 403, ['This call is not open to an access key.'])
  if (changes) proveSameOrigin(request, app.env.publicUrl)
  return holdToFactor(endpoint, await app.callerOf(request))
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
  throw new Problem('invalid_input', 400, messages.length ? messages : ['The request is not valid.'], errors)
}

function bodyMembers({ listBody }: Endpoint, body: unknown): object {
  if (body === undefined || body === null) return {}
  if (listBody !== undefined && Array.isArray(body)) return { [listBody]: body }
  if (listBody !== undefined || !isObject(body))
    throw new Problem('invalid_input', 400, [`The body must be a JSON ${listBody === undefined ? 'object' : 'list'}.`])
  return body
}

function abortedWith(request: FastifyRequest, reply: FastifyReply) {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException('The client went away.', 'AbortError'))
  })
  request.raw.once('error', () => controller.abort())
  return controller.signal
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A call that changes something must come from our own pages: a foreign page can send none of these three. */
function proveSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { headers } = request
  const proven =
    headers['sec-fetch-site'] === 'same-origin' ||
    headers['x-requested-with'] !== undefined ||
    headers.origin === publicUrl
  if (!proven) throw new Problem('foreign_origin', 403, ['This call must come from the portal itself.'])
}

/** No database row holds a NUL, and half a surrogate pair is no character: 400 for a call whose address or cookie has one. */
function refuseUnreadableAddress({ url, cookies = {} }: FastifyRequest): void {
  if (/%00/i.test(url)) refuse('The address')
  if (Object.values(cookies).some((value) => value?.includes('\0'))) refuse('A cookie')
}

/** The same of the body, however deep it is nested. */
function refuseUnreadableBody(request: FastifyRequest): void {
  const { body } = request
  if (typeof body !== 'object' || body === null || !unreadable(body, isForm(request))) return
  const field = Object.entries(body).find(([name, value]) => unreadable([name, value], isForm(request)))?.[0]
  refuse('The request', Array.isArray(body) || isForm(request) ? undefined : field)
}

const isForm = ({ headers }: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

function refuse(where: string, field?: string): never {
  const sentence = `${where} contains a character that cannot be read (NUL, or half of a character).`
  throw new Problem(
    'invalid_input',
    400,
    [sentence],
    field === undefined || !isReadable(field) ? undefined : { [field]: [sentence.replace(where, 'This')] },
  )
}

const isReadable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Looks through names and values without recursion: JSON may be nested as deep as its body is long. */
function unreadable(given: object, escaped: boolean): boolean {
  const isBad = (text: string) => !isReadable(text) || (escaped && text.includes('%00'))
  const open: unknown[] = [given]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (isBad(next)) return true
    } else if (Array.isArray(next)) for (const each of next) open.push(each)
    else if (typeof next === 'object' && next !== null)
      for (const name of Object.keys(next)) {
        if (isBad(name)) return true
        open.push((next as Record<string, unknown>)[name])
      }
  }
  return false
}
