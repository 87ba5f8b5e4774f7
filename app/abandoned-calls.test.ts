import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { someHeadings } from '#adapters/headings/suite/documents.ts'
import { outcomeOf } from '#operate/watch-ports.ts'
import { openServer } from './server.ts'
import { type TestApp, testApp } from './testing.ts'

let app: TestApp
let http: FastifyInstance
let port: number
let cookie: string
/** A call that is answered only when abandoned, and its outcome. */
let hanging: { port: string; question: string; signal?: AbortSignal | undefined; called: boolean }

beforeAll(async () => {
  app = await testApp({ work: false })
  await app.headings.write(someHeadings)
  await app.catalogue.write([recordOf({ id: '1', title: 'A dog’s life', subjects: ['Dogs'] })])
  cookie = await app.sessionOf('hillview')
  http = await openServer({ ...app, catalogue: hangingIn('catalogue'), headings: hangingIn('headings') })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  await http.close()
  await app.close()
})

function hangingIn<K extends 'catalogue' | 'headings'>(name: K): TestApp[K] {
  return new Proxy(app[name], {
    get(target, question) {
      const member = Reflect.get(target, question, target) as unknown
      if (hanging?.port !== name || hanging.question !== question) return member
      return (...given: unknown[]) => {
        hanging.called = true
        hanging.signal = given.find((each) => each instanceof AbortSignal)
        return new Promise((_, reject) =>
          hanging.signal?.addEventListener('abort', () => reject(hanging.signal!.reason)),
        )
      }
    },
  })
}

const patient = { timeout: 30_000 }
const searchOf = (path: string, words: string) =>
  `${path}?bodybuilderquery=${encodeURIComponent(JSON.stringify({ query: { query_string: { query: words } } }))}`
const pageOf = (name: string) => `/rest/standard/?fileName=${name}`

test.each([
  ['headings', 'search', searchOf('/rest/heading/search', 'dogs')],
  ['catalogue', 'counts', searchOf('/rest/heading/search', 'dogs')],
  ['headings', 'letters', pageOf('index')],
  ['headings', 'topTerms', pageOf('index')],
  ['headings', 'letters', pageOf('index-d')],
  ['headings', 'index', pageOf('index-d')],
  ['headings', 'topTerms', pageOf('tree')],
  ['headings', 'heading', pageOf('tree-3')],
  ['headings', 'narrowerTerms', pageOf('tree-3')],
  ['headings', 'heading', pageOf('1')],
  ['catalogue', 'counts', pageOf('1')],
  ['catalogue', 'search', searchOf('/rest/catalogue/search', 'dog')],
  ['catalogue', 'spellings', '/rest/catalogue/spelling?query=dgo'],
  ['catalogue', 'suggest', '/rest/catalogue/suggest?prefix=longdogs'],
])('when the caller goes away, the call to the %s (%s) is abandoned: %s', async (name, question, path) => {
  hanging = { port: name, question, called: false }
  const call = request({ port, host: '127.0.0.1', path, agent: false, headers: { cookie } })
  call.on('error', () => {})
  call.end()
  await expect.poll(() => hanging.called, patient).toBe(true)
  expect(hanging.signal?.aborted).toBe(false)
  call.destroy()
  await expect.poll(() => hanging.signal?.aborted, patient).toBe(true)
  expect(outcomeOf(hanging.signal?.reason)).toBe('abandoned')
})
