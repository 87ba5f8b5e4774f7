import { expect, test } from 'vitest'
import { fakeServer } from '#kit/web/testing.tsx'
import { sendRequest } from './send-request.ts'
import { api, request } from './testing.ts'

test('a request that the server continues is reported as waiting', async () => {
  const calls = fakeServer(api, { createRequest: () => ({ response: request({ requestStatus: 'SCHEDULED' }) }) })
  expect(await sendRequest(['9781869713805'], '  ')).toEqual({ id: 'r1', waits: true })
  expect(calls[0]?.input).toEqual({ identities: ['9781869713805'] })
})

test('without a reply in time the page stops waiting', async () => {
  const answering = Promise.withResolvers<never>()
  globalThis.fetch = async (_, init) => {
    init?.signal?.addEventListener('abort', () => answering.reject(init.signal?.reason))
    return answering.promise
  }
  expect(await sendRequest(['9781869713805'], '', { timeoutMs: 30 })).toBe('unanswered')
})
