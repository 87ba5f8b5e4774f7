import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type Handler = (event: object) => void

/** The service worker in a browser that has these caches. */
function run(caches: Map<string, object>) {
  const handlers: Record<string, Handler> = {}
  const scope = {
    self: {
      addEventListener: (name: string, handler: Handler) => {
        handlers[name] = handler
      },
      location: { origin: 'https://portal.test' },
      registration: {},
      clients: { claim: async () => undefined },
    },
    caches: { keys: async () => [...caches.keys()], delete: async (name: string) => caches.delete(name) },
    fetch: async () => 'from the server',
    URL,
  }
  runInContext(readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8'), createContext(scope))
  return handlers
}

test.each([
  ['/', true],
  ['/discover/results/', true],
  ['/signed-in', true],
  ['/sign-in', false],
  ['/sign-in/passkey', false],
  ['/oidc/auth', false],
  ['/rest/user/login/callback', false],
  ['/health/ready', false],
  ['/dev/outbox', false],
])('the way to %s passes through the service worker: %s', (path, passes) => {
  let answered = false
  const request = { url: `https://portal.test${path}?a=b`, method: 'GET', mode: 'navigate' }
  run(new Map()).fetch!({
    request,
    respondWith: () => {
      answered = true
    },
  })
  expect(answered).toBe(passes)
})

test('a new service worker deletes the files of earlier ones, and nothing else', async () => {
  const caches = new Map(['offline-old', 'offline-VERSION', 'another program'].map((name) => [name, {}]))
  let done: unknown
  run(caches).activate!({
    waitUntil: (work: unknown) => {
      done = work
    },
  })
  await done
  expect([...caches.keys()]).toEqual(['offline-VERSION', 'another program'])
})
