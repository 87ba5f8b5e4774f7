import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { sentKey } from './sent-key.ts'

const sent = (authorization: string | undefined, more: Record<string, string> = {}) =>
  sentKey({ headers: { authorization, ...more } } as unknown as FastifyRequest)
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('Basic sends a name and a key, which may have colons', () => {
  expect(sent(basic('hillview-api:secret'))).toEqual({ name: 'hillview-api', secret: 'secret' })
  expect(sent(basic('a:b:c'))).toEqual({ name: 'a', secret: 'b:c' })
  expect(sent(basic(':secret'))).toEqual({ name: '', secret: 'secret' })
  expect(sent(basic('a:'))).toEqual({ name: 'a', secret: '' })
  expect(sent(basic('kōwhai:ā').replace('Basic', 'BASIC'))).toEqual({ name: 'kōwhai', secret: 'ā' })
})

test('a bearer key has no name', () => {
  expect(sent('Bearer a.b~c+/d=-_9')).toEqual({ name: undefined, secret: 'a.b~c+/d=-_9' })
  expect(sent('bearer abc')).toEqual({ name: undefined, secret: 'abc' })
})

test('a cookie, or the mark of our own pages, means a browser: its key is ignored', () => {
  for (const authorization of [basic('a:b'), 'Bearer abc']) {
    expect(sent(authorization, { cookie: 'session=x' })).toBeUndefined()
    expect(sent(authorization, { 'x-requested-with': 'fetch' })).toBeUndefined()
  }
})

test('from another site’s page a bearer key counts, and a remembered Basic one does not', () => {
  const page = { 'sec-fetch-site': 'cross-site' }
  expect(sent('Bearer abc', page)).toEqual({ name: undefined, secret: 'abc' })
  expect(sent(basic('a:b'), page)).toBeUndefined()
})

test.each([
  undefined,
  '',
  'Basic',
  'Basic ',
  'Basic !!!',
  `${basic('a:b')} `,
  `x${basic('a:b')}`,
  `${basic('a:b')}, Bearer abc`,
  basic('no colon'),
  basic('a:b').replace(' ', '  '),
  `Basic ${'a'.repeat(1001)}`,
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'xBearer abc',
  'Bearer abc!',
  `Bearer ${'a'.repeat(1001)}`,
  'Digest abc',
])('%j is no key', (authorization) => {
  expect(sent(authorization)).toBeUndefined()
})

test('a key of 1000 characters is the longest', () => {
  expect(sent(`Bearer ${'a'.repeat(1000)}`)?.secret).toHaveLength(1000)
  const pairs = `a:${'b'.repeat(748)}`
  expect(sent(basic(pairs))?.secret).toHaveLength(748)
})
