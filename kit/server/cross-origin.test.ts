import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { get, post } from '#kit/contract.ts'
import { answerProblems } from './answer-problems.ts'
import { serve } from './serve.ts'

test('pages of other sites may read what keys may read, and nothing else', async () => {
  const shelf = get('/shelf', {
    who: 'visitor',
    forKeys: 'search',
    summary: '',
    reply: z.object({ books: z.number() }),
  })
  const own = get('/own', { who: 'visitor', summary: '', reply: z.object({}) })
  const order = post('/order', { who: 'visitor', forKeys: 'requests', summary: '', reply: z.object({}) })
  const http = Fastify()
  http.decorateRequest('caller', null)
  answerProblems(http)
  serve(
    http,
    { callerOf: async () => null, env: { publicUrl: 'http://portal.example' } },
    { shelf, own, order },
    { shelf: () => ({ books: 1 }), own: () => ({}), order: () => ({}) },
  )
  const ours = { 'x-requested-with': 'fetch' }
  const origin = 'https://school.example'
  const shared = async (
    url: string,
    method: 'GET' | 'POST' | 'OPTIONS' = 'GET',
    headers: Record<string, string> = { origin },
  ) => {
    const reply = await http.inject({ method, url, headers })
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials')
    return [reply.statusCode, reply.headers['access-control-allow-origin']]
  }
  expect(await shared('/shelf')).toEqual([200, '*'])
  expect(await shared('/shelf', 'GET', {})).toEqual([200, '*'])
  expect(await shared('/shelf', 'OPTIONS')).toEqual([204, '*'])
  expect(await shared('/own')).toEqual([200, undefined])
  expect(await shared('/own', 'OPTIONS')).toEqual([404, undefined])
  expect(await shared('/order', 'POST', { origin, ...ours })).toEqual([200, undefined])
  expect(await shared('/order', 'OPTIONS')).toEqual([404, undefined])
  const preflight = await http.inject({ method: 'OPTIONS', url: '/shelf', headers: { origin } })
  expect(preflight.headers).toMatchObject({
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'authorization, accept, content-type, if-none-match',
    // A day.
    'access-control-max-age': '86400',
  })
})

test('two calls with one path are shared by one answer', async () => {
  const parts = { who: 'visitor', forKeys: 'search', summary: '', reply: z.object({}) } as const
  const api = { read: get('/shelf', parts), find: post('/shelf', { ...parts, changes: false }) }
  const http = Fastify()
  http.decorateRequest('caller', null)
  const app = { callerOf: async () => null, env: { publicUrl: 'http://portal.example' } }
  serve(http, app, api, { read: () => ({}), find: () => ({}) })
  expect((await http.inject({ method: 'OPTIONS', url: '/shelf' })).statusCode).toBe(204)
})
