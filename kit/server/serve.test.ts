import { once } from 'node:events'
import Fastify, { type FastifyReply } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, get, getOrPost, post } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { answerProblems } from './answer-problems.ts'
import type { Caller } from './caller.ts'
import { callNames, type Doorkeeper, type Handlers, mounted, type Requirements, serve } from './serve.ts'

const teacher: Caller = {
  sessionId: 's',
  userId: 'u',
  customerId: 'c',
  role: 'staff',
  disabled: false,
  freshProof: false,
  subscriptions: [],
}
const ours = { 'x-requested-with': 'fetch' }

function serverOf<A extends Record<string, Endpoint>>(
  api: A,
  handlers: Handlers<A>,
  caller: Caller | null = teacher,
  { requirements, ...more }: Partial<Doorkeeper> & { requirements?: Requirements<A> } = {},
) {
  const http = Fastify({ logger: false })
  http.decorateRequest('caller', null)
  answerProblems(http)
  const app = { callerOf: async () => caller, env: { publicUrl: 'http://portal.example' }, ...more }
  serve(http, app, api, handlers, requirements)
  return http
}

test('a body cannot override the resource in the path', async () => {
  const rename = post('/shelf/:id', {
    who: 'staff',
    summary: '',
    input: z.strictObject({ id: z.string() }),
    reply: z.object({ id: z.string() }),
  })
  const http = serverOf({ rename }, { rename: ({ id }) => ({ id }) })

  const reply = await http.inject({
    method: 'POST',
    url: '/shelf/mine?id=theirs',
    payload: { id: 'theirs' },
    headers: ours,
  })

  expect(reply.json()).toEqual({ responseCode: 200, id: 'mine' })
})

test('a list body gets its declared name, beside the members in the address', async () => {
  const update = post('/update', {
    who: 'staff',
    summary: '',
    input: z.strictObject({ id: z.string(), items: z.array(z.number()) }),
    reply: z.object({ sum: z.number() }),
    listBody: 'items',
  })
  const http = serverOf({ update }, { update: ({ items }) => ({ sum: items.reduce((a, b) => a + b, 0) }) })
  const send = (payload: object) => http.inject({ method: 'POST', url: '/update?id=7&items=1', payload, headers: ours })

  expect((await send([1, 2])).json()).toEqual({ responseCode: 200, sum: 3 })
  expect((await send({ items: [1] })).json()).toMatchObject({
    responseCode: 400,
    messages: ['The body must be a JSON list.'],
  })
})

test('a call that expects an object rejects a list', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({ name: z.string() }) })
  const http = serverOf({ save }, { save: () => ({}) })
  const reply = await http.inject({ method: 'POST', url: '/save', payload: [1], headers: ours })
  expect(reply.json()).toMatchObject({ responseCode: 400, messages: ['The body must be a JSON object.'] })
})

test('an HTML reply declares its type', async () => {
  const page = get('/page', { who: 'visitor', summary: '', answers: 'html' })
  const reply = await serverOf({ page }, { page: () => '<p>Hello</p>' }).inject('/page')
  expect([reply.headers['content-type'], reply.body]).toEqual(['text/html; charset=utf-8', '<p>Hello</p>'])
})

test('a column outside the contract never leaves the server', async () => {
  const show = get('/show', { who: 'staff', summary: '', reply: z.object({ id: z.string() }) })
  const http = serverOf({ show }, { show: () => ({ id: '1', passwordHash: 'x' }) })

  expect((await http.inject('/show')).json()).toEqual({ responseCode: 200, id: '1' })
})

test('permission is decided before the body is read', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({ name: z.string() }) })
  const http = serverOf({ save }, { save: () => ({}) }, null)

  const reply = await http.inject({
    method: 'POST',
    url: '/save',
    payload: '{ not json',
    headers: { ...ours, 'content-type': 'application/json' },
  })

  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toEqual({ responseCode: 403, code: 'sign_in_required', messages: ['Please sign in.'] })
})

test.each([
  ['student', 'staff', 403],
  ['staff', 'staff', 200],
  ['staff', 'organisation-admin', 403],
  ['primary-contact', 'organisation-admin', 200],
  ['desk', 'staff', 403],
  ['desk', 'desk', 200],
  ['primary-contact', 'desk', 403],
  ['desk', 'student', 200],
] as const)('as %s, a call for %s answers %i', async (role, who, status) => {
  const show = get('/show', { who, summary: '', reply: z.object({}) })
  const customerId = role === 'desk' ? null : 'c'
  const http = serverOf({ show }, { show: () => ({}) }, { ...teacher, role, customerId })

  expect((await http.inject('/show')).statusCode).toBe(status)
})

test.each([
  [{}, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://portal.example' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'x-requested-with': 'fetch' }, 200],
] as const)('a change sent with %o answers %i', async (headers, status) => {
  const save = post('/save', { who: 'staff', summary: '', reply: z.object({}) })
  const http = serverOf({ save }, { save: () => ({}) })

  const reply = await http.inject({ method: 'POST', url: '/save', payload: {}, headers })
  expect(reply.statusCode).toBe(status)
  if (status === 403)
    expect(reply.json()).toEqual({
      responseCode: 403,
      code: 'foreign_origin',
      messages: ['This call must come from the portal itself.'],
    })
})

test('an unknown member is rejected by name', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({ name: z.string() }) })
  const http = serverOf({ save }, { save: () => ({}) })

  const reply = await http.inject({ method: 'POST', url: '/save', payload: { name: 'a', role: 'desk' }, headers: ours })

  expect(reply.json()).toEqual({
    ...{ responseCode: 400, code: 'invalid_input', messages: ['"role" is not accepted.'] },
    errors: {},
  })
})

test('an invalid member is named with its first message, and a repeated one is invalid', async () => {
  const show = get('/show', { who: 'staff', summary: '', input: z.strictObject({ size: z.coerce.number().int() }) })
  const http = serverOf({ show }, { show: () => ({}) })

  expect((await http.inject('/show?size=many')).json().errors.size).toHaveLength(1)
  expect((await http.inject('/show?size=1&size=2')).statusCode).toBe(400)
})

test.each(['[1]', '"text"', '{ not json', '{"__proto__":{"admin":true}}'])(
  'the body %s is rejected',
  async (payload) => {
    const save = post('/save', { who: 'staff', summary: '', input: z.looseObject({}), reply: z.object({}) })
    const http = serverOf({ save }, { save: () => ({}) })

    const reply = await http.inject({
      method: 'POST',
      url: '/save',
      payload,
      headers: { ...ours, 'content-type': 'application/json' },
    })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ responseCode: 400, code: 'invalid_input' })
  },
)

test('a bug is answered without its details', async () => {
  const show = get('/show', { who: 'staff', summary: '' })
  const http = serverOf(
    { show },
    {
      show: () => {
        throw new Error('select * from app_user failed at /srv/secret.ts')
      },
    },
  )

  const reply = await http.inject('/show')

  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toMatch(/select|secret/)
})

test('a problem keeps its code, messages and fields', async () => {
  const show = get('/show', { who: 'staff', summary: '' })
  const http = serverOf(
    { show },
    {
      show: () => {
        throw new Problem('folder_empty', 400, ['No Items to save'], { name: ['Please enter a folder name'] })
      },
    },
  )

  expect((await http.inject('/show')).json()).toEqual({
    responseCode: 400,
    code: 'folder_empty',
    messages: ['No Items to save'],
    errors: { name: ['Please enter a folder name'] },
  })
})

test('a long query may be sent by POST with the same member', async () => {
  const find = getOrPost('/find', {
    who: 'visitor',
    summary: '',
    input: z.strictObject({ q: z.string() }),
    reply: z.object({ q: z.string() }),
  })
  const http = serverOf({ find }, { find: ({ q }) => ({ q }) }, null)

  expect((await http.inject('/find?q=owl')).json().q).toBe('owl')
  const posted = await http.inject({ method: 'POST', url: '/find', payload: { q: 'owl' } })
  expect(posted.json().q).toBe('owl')
})

test('a call that needs a fresh proof of identity is closed without one; one that needs it in part is not', async () => {
  const parts = { who: 'staff', summary: '', reply: z.object({}) } as const
  const api = {
    wipe: post('/wipe', { ...parts, freshProof: 'always' }),
    change: post('/change', { ...parts, freshProof: 'in-part' }),
  }
  const send = async (url: string, freshProof: boolean) => {
    const http = serverOf(api, { wipe: () => ({}), change: () => ({}) }, { ...teacher, freshProof })
    return (await http.inject({ method: 'POST', url, headers: ours })).json().code ?? 200
  }
  expect([await send('/wipe', false), await send('/wipe', true)]).toEqual(['proof_needed', 200])
  expect(await send('/change', false)).toBe(200)
})

test('a missing second factor closes a call, and makes a visitor of the caller in public ones', async () => {
  const parts = { summary: '', reply: z.object({ known: z.boolean() }) }
  const api = {
    own: get('/own', { ...parts, who: 'staff' }),
    open: get('/open', { ...parts, who: 'visitor' }),
  }
  const handlers: Handlers<typeof api> = {
    own: (_, { caller }) => ({ known: caller !== null }),
    open: (_, { caller }) => ({ known: caller !== null }),
  }
  const http = serverOf(api, handlers, { ...teacher, missingFactor: 'sign-in' })
  expect((await http.inject('/own')).json()).toMatchObject({ responseCode: 403, code: 'second_factor_needed' })
  expect((await http.inject('/open')).json()).toMatchObject({ known: false })
})

test('fair use and the requirements of a call are checked before its body is read, in this order', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({ name: z.string() }) })
  const refuse = (code: string) => () => {
    throw new Problem(code, 403, ['No.'])
  }
  const send = async (caller: Caller | null, more: Parameters<typeof serverOf<{ save: typeof save }>>[3]) => {
    const http = serverOf({ save }, { save: () => ({}) }, caller, more)
    const headers = { ...ours, 'content-type': 'application/json' }
    return (await http.inject({ method: 'POST', url: '/save', payload: '{ not json', headers })).json().code
  }
  const requirements = { save: refuse('no_subscription') }
  expect(await send(null, { fairUse: async () => refuse('too_many')(), requirements })).toBe('too_many')
  expect(await send(null, { requirements })).toBe('sign_in_required')
  expect(await send(teacher, { requirements })).toBe('no_subscription')
  expect(await send(teacher, {})).toBe('invalid_input')
})

test('a requirement sees who calls, and the request and its reply', async () => {
  const show = get('/show', { who: 'staff', summary: '', reply: z.object({}) })
  const seen: unknown[] = []
  const requirements: Requirements<{ show: typeof show }> = {
    show: (caller, { request, reply }) => {
      seen.push(caller.userId, request.url)
      reply.header('x-seen', 'yes')
    },
  }
  const reply = await serverOf({ show }, { show: () => ({}) }, teacher, { requirements }).inject('/show')
  expect([...seen, reply.headers['x-seen']]).toEqual(['u', '/show', 'yes'])
})

describe('access keys', () => {
  const parts = { summary: '', reply: z.object({ by: z.string().nullable() }) }
  const api = {
    find: get('/find', { ...parts, who: 'staff', forKeys: 'search' }),
    request: post('/request', { ...parts, who: 'staff', forKeys: 'requests' }),
    own: get('/own', { ...parts, who: 'staff' }),
    open: get('/open', { ...parts, who: 'visitor' }),
  }
  const by = (_: unknown, { caller }: { caller: Caller | null }) => ({ by: caller?.sessionId ?? null })
  const handlers: Handlers<typeof api> = { find: by, request: by, own: by, open: by }
  const program: Caller = { ...teacher, sessionId: 'key-1', key: { id: '1', scopes: ['search', 'requests'] } }
  const send = async (
    url: string,
    more: Partial<Doorkeeper> = { callerOfKey: async () => program },
    method: 'GET' | 'POST' = 'GET',
  ) => {
    const headers = { authorization: 'Bearer secret' }
    const reply = await serverOf(api, handlers, null, more).inject({ method, url, headers, remoteAddress: '192.0.2.7' })
    return reply.json().code ?? reply.json().by
  }

  test('a key is looked up with the address that sent it, and its program is the caller', async () => {
    const seen: unknown[] = []
    const callerOfKey = async (...given: unknown[]) => {
      seen.push(given)
      return program
    }
    expect(await send('/find', { callerOfKey })).toBe('key-1')
    expect(seen).toEqual([[{ name: undefined, secret: 'secret' }, '192.0.2.7']])
  })

  test('a key needs no proof of origin, as no page of another site can send one', async () => {
    expect(await send('/request', undefined, 'POST')).toBe('key-1')
  })

  test('a key without the scope of a call is refused', async () => {
    const callerOfKey = async (): Promise<Caller> => ({ ...program, key: { id: '1', scopes: ['search'] } })
    expect(await send('/request', { callerOfKey }, 'POST')).toBe('scope_missing')
  })

  test('a key opens no call but those for keys; public calls ignore it', async () => {
    expect(await send('/own')).toBe('not_for_access_keys')
    const http = serverOf(api, handlers, null, { callerOfKey: async () => program })
    const reply = await http.inject({ url: '/own', headers: { authorization: 'Bearer secret' } })
    expect(reply.json().messages).toEqual(['This call is not open to an access key.'])
    expect(await send('/open')).toBeNull()
  })

  test('a server without keys ignores them', async () => {
    expect(await send('/own', {})).toBe('sign_in_required')
    expect(await send('/find', {})).toBe('sign_in_required')
  })
})

test('a HEAD request reaches reads, and nothing that changes something', async () => {
  const parts = { who: 'staff', summary: '', reply: z.object({}) } as const
  const api = { show: get('/show', parts), leave: get('/leave', { ...parts, changes: true }) }
  let left = 0
  const http = serverOf(api, { show: () => ({}), leave: () => ({ left: ++left }) })
  expect((await http.inject({ method: 'HEAD', url: '/show' })).statusCode).toBe(200)
  expect((await http.inject({ method: 'HEAD', url: '/leave', headers: ours })).statusCode).toBe(404)
  expect(left).toBe(0)
})

test('no answer is stored on its way, unless the call says how long', async () => {
  const parts = { who: 'staff', summary: '', reply: z.object({}) } as const
  const api = { show: get('/show', parts), cover: get('/cover', parts) }
  const handlers: Handlers<typeof api> = {
    show: () => ({}),
    cover: (_, { reply }) => {
      reply.header('cache-control', 'max-age=60')
      return {}
    },
  }
  const http = serverOf(api, handlers)
  expect((await http.inject('/show')).headers['cache-control']).toBe('no-store')
  expect((await http.inject('/cover')).headers['cache-control']).toBe('max-age=60')
})

test('every mounted call is known, of several contracts too, and only their own server’s', () => {
  const [one, other] = ['/one', '/other'].map((path) => get(path, { who: 'staff', summary: '' }))
  const http = serverOf({ one: one! }, { one: () => ({}) })
  serve(http, { callerOf: async () => null, env: { publicUrl: '' } }, { other: other! }, { other: () => ({}) })
  expect(mounted.get(http)).toEqual([one, other])
  expect(mounted.get(Fastify())).toBeUndefined()
})

test('a body above the limit of a call is refused', async () => {
  const parts = { who: 'staff', summary: '', input: z.looseObject({}), reply: z.object({}) } as const
  const api = { small: post('/small', { ...parts, bodyLimit: 100 }), usual: post('/usual', parts) }
  const http = serverOf(api, { small: () => ({}), usual: () => ({}) })
  const send = async (url: string) =>
    (await http.inject({ method: 'POST', url, payload: { text: 'x'.repeat(200) }, headers: ours })).statusCode
  expect([await send('/small'), await send('/usual')]).toEqual([413, 200])
})

test('text is sent as it is', async () => {
  const show = get('/show', { who: 'visitor', summary: '', answers: 'text' })
  const reply = await serverOf({ show }, { show: () => 'Hello' }).inject('/show')
  expect([reply.headers['content-type'], reply.body]).toEqual(['text/plain; charset=utf-8', 'Hello'])
})

test('faults of several members: the first is the message, each is named', async () => {
  const input = z.strictObject({ size: z.coerce.number().int(), name: z.string() })
  const show = get('/show', { who: 'staff', summary: '', input })
  const reply = await serverOf({ show }, { show: () => ({}) }).inject('/show?size=many')
  const { messages, errors } = reply.json()
  expect(Object.keys(errors)).toEqual(['size', 'name'])
  expect(messages).toEqual(['size must be a number.'])
  expect(errors).toEqual({ size: messages, name: ['name is missing.'] })
})

test('of two faults of one member the first is the message', async () => {
  const input = z.strictObject({
    name: z
      .string()
      .min(3)
      .regex(/^[a-z]/),
  })
  const show = get('/show', { who: 'staff', summary: '', input })
  const { messages, errors } = (await serverOf({ show }, { show: () => ({}) }).inject('/show?name=1')).json()
  expect(errors.name).toEqual(['name must have at least 3 characters.', 'name does not have the right form.'])
  expect(messages).toEqual(errors.name.slice(0, 1))
})

test('a body of null has no members', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({}), reply: z.object({}) })
  const headers = { ...ours, 'content-type': 'application/json' }
  const http = serverOf({ save }, { save: () => ({}) })
  expect((await http.inject({ method: 'POST', url: '/save', payload: 'null', headers })).statusCode).toBe(200)
})

test('a call that only starts something answers 202', async () => {
  const start = post('/start', { who: 'staff', summary: '', status: 202, reply: z.object({}) })
  const reply = await serverOf({ start }, { start: () => ({}) }).inject({
    method: 'POST',
    url: '/start',
    headers: ours,
  })
  expect([reply.statusCode, reply.json()]).toEqual([202, { responseCode: 202 }])
})

test('a handler may send another form than the usual one', async () => {
  const show = get('/show', { who: 'staff', summary: '', reply: z.object({}) })
  const csv = (_: unknown, { reply }: { reply: FastifyReply }) => reply.type('text/csv').send('a,b') as never
  const reply = await serverOf({ show }, { show: csv }).inject('/show')
  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, 'text/csv', 'a,b'])
})

test('a call is known by its name in the contract', () => {
  const show = get('/show', { who: 'staff', summary: '' })
  serverOf({ showBooks: show }, { showBooks: () => ({}) })
  expect(callNames.get(show)).toBe('showBooks')
})

describe('a call whose client goes away', () => {
  const show = get('/show', { who: 'staff', summary: '', reply: z.object({}) })
  const listening = async (handler: Handlers<{ show: typeof show }>['show']) => {
    const http = serverOf({ show }, { show: handler })
    return { http, url: `${await http.listen({ host: '127.0.0.1', port: 0 })}/show` }
  }

  test('is aborted', async () => {
    const client = new AbortController()
    const { promise, resolve } = Promise.withResolvers<AbortSignal>()
    const { http, url } = await listening(async (_, { signal }) => {
      client.abort()
      await once(signal, 'abort')
      resolve(signal)
      return {}
    })
    await expect(fetch(url, { signal: client.signal })).rejects.toThrow()
    const { reason } = await promise
    expect([reason.name, reason.message]).toEqual(['AbortError', 'The client went away.'])
    await http.close()
  })

  test('is not aborted once it has its reply', async () => {
    const { promise, resolve } = Promise.withResolvers<AbortSignal>()
    const { http, url } = await listening((_, { signal, reply }) => {
      reply.raw.once('close', () => resolve(signal))
      return {}
    })
    expect((await fetch(url)).status).toBe(200)
    expect((await promise).aborted).toBe(false)
    await http.close()
  })
})

const shelf = get('/shelf', {
  who: 'visitor',
  forKeys: 'search',
  tagged: true,
  summary: '',
  reply: z.object({ books: z.number() }),
})

test('a tagged reply is 304 for a client that has it, until it changes', async () => {
  let books = 1
  const http = serverOf({ shelf }, { shelf: () => ({ books }) })
  const first = await http.inject('/shelf')
  expect(first.json()).toEqual({ responseCode: 200, books: 1 })
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const ask = (tag: string) => http.inject({ url: '/shelf', headers: { 'if-none-match': tag } })
  const tag = String(first.headers.etag)
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const again = await ask(known)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  }
  books = 2
  const changed = await ask(tag)
  expect([changed.statusCode, changed.headers.etag === tag]).toEqual([200, false])
})
