import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, get, getOrPost, post } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { answerProblems } from './answer-problems.ts'
import type { Caller } from './caller.ts'
import { type Handlers, serve } from './serve.ts'

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

function serverOf<A extends Record<string, Endpoint>>(api: A, handlers: Handlers<A>, caller: Caller | null = teacher) {
  const http = Fastify({ logger: false })
  http.decorateRequest('caller', null)
  answerProblems(http)
  serve(http, { callerOf: async () => caller, env: { publicUrl: 'http://portal.example' } }, api, handlers)
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

  expect((await http.inject({ method: 'POST', url: '/save', payload: {}, headers })).statusCode).toBe(status)
})

test('an unknown member is rejected by name', async () => {
  const save = post('/save', { who: 'staff', summary: '', input: z.strictObject({ name: z.string() }) })
  const http = serverOf({ save }, { save: () => ({}) })

  const reply = await http.inject({ method: 'POST', url: '/save', payload: { name: 'a', role: 'desk' }, headers: ours })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().messages[0]).toContain('role')
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
