import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashKey } from '#features/school/access-keys/server/access-keys.ts'
import { may } from '#kit/roles.ts'
import { all } from '#kit/runs-testing.ts'
import { mounted } from '#kit/server/serve.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'
import { callsOf, type Description, requestWith } from './calls-testing.ts'
import { cookieOf } from './cookies-testing.ts'
import { personId } from './fill-testing.ts'
import { entrances, expanding, repeated, scimUser } from './odd-text-testing.ts'
import { home } from './right-call-testing.ts'
import { rightCalls } from './right-calls-testing.ts'
import { restore, type Snapshot, snapshot } from './rows-testing.ts'
import { keyOf, officeName, openWorld, people, type World } from './world-testing.ts'

// No worker runs here, so nothing waits for jobs.
vi.mock('#kit/server/load/wait-for-finish.ts', () => ({ announceFinish() {}, async waitForFinish() {} }))

let app: TestApp
let world: World
let whole: Snapshot
beforeAll(async () => {
  app = await testApp({ work: false })
  world = await openWorld(app)
  await app.db
    .updateTable('accessKey')
    .set({ scopes: ['search', 'download', 'requests', 'people'] })
    .where('keyHash', '=', hashKey(keyOf(home)))
    .execute()
  whole = await snapshot(app, world.tables)
})
afterAll(() => app.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const names = Object.getOwnPropertyNames(Object.prototype)
/** NUL and half a character in each encoding that a call may decode. */
const unreadable = [
  ...['a\0b', '\ud800', '"a\\u0000b"', '{"a":"\\u0000"}', '["\\ud800"]', 'a\\u0000b', '%00', '%2500', 'a~00b'],
  ...['&#0;', '<a b="&#x0;">&#0;</a>', base64('a\0b'), base64('{"a":"\\u0000"}'), base64('<a>&#0;</a>')],
  Buffer.from([0x61, 0, 0xff]).toString('base64url'),
]
const longest = { part: 90, address: 1_000, body: 20_000 }
/** Where work is measured. Addresses and headers together may have 32 kB, a body 256 KiB. */
const widest = { part: 300, address: 6_000, body: 200_000 }

type Make = (limit: number) => string
const times = (text: string) => (limit: number) => text.repeat(Math.floor(limit / text.length))
const kinds: Make[][] = [names.map((name) => () => name), unreadable.map((text) => () => text), expanding.map(times)]
/** The texts of a walk, the length of each where it is sent, and whether the work is measured. */
type Walk = { kinds: Make[][]; lengths: Record<'part' | 'address' | 'body', number>; measured: boolean }
const odd: Walk = { kinds, lengths: longest, measured: false }
const costly: Walk = { kinds: [[...expanding, ...repeated].map(times)], lengths: widest, measured: true }
let turn = 0
/** One text of each kind in turn, and in `npm run test:all` every one. */
const textsOf = (walk: Walk): Make[] =>
  all ? walk.kinds.flat() : walk.kinds.map((kind) => kind[turn++ % kind.length]!)

/** The value with the text in place of each member in turn, and as a member's name; also within JSON in a text. */
function* variants(value: unknown, text: string): Generator<unknown> {
  yield text
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) for (const odd of variants(each, text)) yield value.with(at, odd)
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, [text]: 1 }
    for (const [name, each] of Object.entries(value))
      for (const odd of variants(each, text)) yield { ...value, [name]: odd }
  } else if (typeof value === 'string' && /^[[{]/.test(value)) {
    for (const odd of variants(JSON.parse(value), text)) if (typeof odd === 'object') yield JSON.stringify(odd)
  }
}

/** Milliseconds of processor time that one call may take: of the thread that answers everyone, and of all threads. */
const most = { main: 100, all: 1_000 }

let wrong: string[] = []
let sent = 0
async function send(name: string, options: InjectOptions, measured = false): Promise<void> {
  sent++
  const ask = async () => {
    const [main, whole] = [process.threadCpuUsage(), process.cpuUsage()]
    const reply = await app.http.inject({
      ...options,
      headers: { host: new URL(app.env.publicUrl).host, ...options.headers },
    })
    return { ...reply, main: msOf(process.threadCpuUsage(main)), all: msOf(process.cpuUsage(whole)) }
  }
  let answer = await ask()
  const summary = () => `${JSON.stringify(options).slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 100)}`
  if (answer.statusCode >= 500 || /\[native code\]/.test(answer.body)) wrong.push(`${name}: ${summary()}`)
  if (!measured) return
  const isMuch = () => answer.main > most.main || answer.all > most.all
  // Once more: the first call compiles.
  for (let tries = 0; tries < 2 && isMuch(); tries++) answer = await ask()
  if (isMuch()) wrong.push(`${name}: ${Math.round(answer.main)} and ${Math.round(answer.all)} ms, ${summary()}`)
}
const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

async function walkCalls(walk: Walk): Promise<void> {
  const { lengths, measured } = walk
  const calls = callsOf((await app.raw(null, { url: '/openapi.json' })).json() as Description)
  const endpoints = new Map(
    mounted.get(app.http)!.flatMap((each) => each.methods.map((method) => [`${method} ${each.path}`, each])),
  )
  for (const call of calls) {
    const endpoint = endpoints.get(call.name)!
    const right = rightCalls[call.name]?.input
    const input = typeof right === 'function' ? await right(app) : right
    const before = typeof right === 'function' ? await snapshot(app, world.tables, whole) : whole
    const sample = input
      ? { ...requestOf(endpoint, input), method: call.method }
      : requestWith(call, () => undefined, false)
    const headers = { 'x-requested-with': 'test', ...(await whoMay(endpoint.who)) }
    for (const make of textsOf(walk)) {
      const inAddress = make(lengths.address)
      for (const odd of variants(sample.query ?? {}, inAddress))
        if (typeof odd === 'object')
          await send(call.name, { ...sample, headers, query: asQuery(odd as object) }, measured)
      const parts = String(sample.url).split('/')
      for (const at of parts.keys())
        if (call.path.split('/')[at]!.startsWith('{')) {
          const url = parts.with(at, escaped(inAddress.slice(0, lengths.part))).join('/')
          await send(call.name, { ...sample, headers, url }, measured)
        }
      if (sample.payload)
        for (const odd of variants(sample.payload, make(lengths.body)))
          await send(call.name, { ...sample, headers, payload: odd as object }, measured)
    }
    await restore(app, world.tables, whole, await snapshot(app, world.tables, before))
  }
}

/** Addresses whose last part names something. */
const named = [
  'record',
  'feeds/searches',
  'scim/v2/Users',
  'scim/v2/Schemas',
  'sign-in',
  'oidc',
  'dev/outbox',
  'docs',
  'assets',
]
const headerNames = ['if-none-match', 'range', 'accept', 'accept-language', 'origin', 'traceparent', 'user-agent']

async function walkEntrances(walk: Walk): Promise<void> {
  const { lengths, measured } = walk
  const key = { authorization: `Bearer ${keyOf(home)}` }
  for (const make of textsOf(walk)) {
    const [inAddress, inBody, inPart] = [make(lengths.address), make(lengths.body), make(lengths.part)]
    for (const [url, query, form] of entrances) {
      const headers = url.startsWith('/scim') ? key : {}
      for (const odd of [...variants(query, inAddress), ...within(query, inAddress)])
        if (typeof odd === 'object') await send(url, { url, headers, query: asQuery(odd as object) }, measured)
      const many = `${inAddress.slice(0, 3)}=&`.repeat(lengths.address)
      await send(url, { url: `${url}?${encodeURI(many.toWellFormed()).slice(0, 30_000)}`, headers }, measured)
      if (form === undefined) continue
      for (const odd of [...variants(form, inBody), ...within(form, inBody)]) {
        const isForm = !url.startsWith('/scim')
        const type = isForm ? 'application/x-www-form-urlencoded' : 'application/scim+json'
        const payload = isForm ? new URLSearchParams(asQuery(Object(odd))).toString() : JSON.stringify(odd)
        await send(url, { method: 'POST', url, payload, headers: { ...headers, 'content-type': type } }, measured)
      }
    }
    for (const path of named) {
      const headers = path.startsWith('scim') ? key : {}
      await send(path, { url: `/${path}/${escaped(inPart)}`, headers }, measured)
      await send(path, { url: `/${path}/${escaped(escaped(inPart))}`, headers }, measured)
    }
    const token = { prefix: 'oai_dc', from: 1, until: 2e9, set: 'type:Book', after: 'a', given: 1, size: 2 }
    for (const odd of variants({ verb: 'ListRecords' as const, ...token }, inAddress)) {
      const resumption = Buffer.from(JSON.stringify(odd)).toString('base64url')
      await send('token', { url: '/oai', query: { verb: 'ListRecords', resumptionToken: resumption } }, measured)
    }
    for (const path of ['userName', 'emails[type eq "a"].value', `emails[value eq ${JSON.stringify(inPart)}]`, inPart])
      for (const value of variants(scimUser, inBody)) {
        const payload = JSON.stringify({ schemas: [], Operations: [{ op: 'replace', path, value }] })
        const headers = { ...key, 'content-type': 'application/scim+json' }
        await send('patch', { method: 'PATCH', url: `/scim/v2/Users/${home}-student`, headers, payload }, measured)
      }
    const plain = inAddress.replace(/[^\x20-\x7e]/g, '')
    for (const name of headerNames)
      await send(name, { url: '/rest/records?ids=7001', headers: { [name]: plain } }, measured)
    for (const cookie of ['session', 'oidc-session', 'oidc-interaction', 'language', inPart])
      await send('cookie', { url: '/', headers: { cookie: `${escaped(cookie)}=${escaped(inPart)}` } }, measured)
    for (const pair of [`${inPart}:a`, `${home}-api:${inPart}`, inPart])
      for (const url of ['/rest/search?query=a', '/oai?verb=ListSets', '/sru?query=a', '/scim/v2/Users'])
        await send('key', { url, headers: { authorization: `Basic ${base64(pair)}` } }, measured)
    await restore(app, world.tables, whole, await snapshot(app, world.tables, whole))
  }
}

/** Pages whose address holds the text in every place, and in every parameter that a call has. */
async function walkPages(walk: Walk): Promise<void> {
  const { lengths, measured } = walk
  const files = readFileSync(join(import.meta.dirname, '../../dist/web/.vite/first-files.json'), 'utf8')
  const calls = callsOf((await app.raw(null, { url: '/openapi.json' })).json() as Description)
  const inQuery = calls.flatMap((call) => call.parameters.filter((each) => each.in === 'query'))
  const names = [...new Set(['query', ...inQuery.map(({ name }) => name)])]
  const cookie = await cookieOf(app, personId({ school: home, person: 'librarian' }))
  for (const path of Object.keys(JSON.parse(files)))
    for (const make of textsOf(walk)) {
      const url = path.replace(/\$\w+\??/g, () => escaped(make(lengths.part)))
      const first = { query: make(lengths.address).toWellFormed() }
      const all = Object.fromEntries(names.map((name) => [name, make(lengths.part / 4).toWellFormed()]))
      for (const headers of [{}, cookie])
        for (const query of [first, all])
          await send(path, { url, query, headers: { ...headers, accept: 'text/html' } }, measured)
    }
}

test.each([
  ['no page fails at them', walkPages, odd, 300],
  ['no page keeps the main thread busy with them', walkPages, costly, 100],
  ['no call fails at a name that every object has, at NUL within a text, or at text that grows', walkCalls, odd, 3_000],
  ['nor does any other entrance', walkEntrances, odd, 1_000],
  [
    'no call keeps the main thread or the search threads busy with a long, deep or growing text',
    walkCalls,
    costly,
    1_000,
  ],
  ['nor does any other entrance', walkEntrances, costly, 500],
])(
  '%s',
  async (_, go, walk, least) => {
    wrong = []
    sent = 0
    await go(walk)
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(least)
  },
  3_600_000,
)

/** Each value with the text in place of a word in quotation marks or of a name, raw and escaped. */
const within = (members: object, text: string): object[] =>
  Object.entries(members).flatMap(([name, value]) =>
    [...String(value).matchAll(/"[^"]*"|[a-z.]+/gi)].flatMap(({ 0: word, index }) =>
      [text, JSON.stringify(text), `"${text}"`].map((odd) => ({
        ...members,
        [name]: `${String(value).slice(0, index)}${odd}${String(value).slice(index + word.length)}`,
      })),
    ),
  )

/** A session of someone who may call it. */
async function whoMay(who: Parameters<typeof may>[1]) {
  if (who === 'visitor') return {}
  const person = may('primary-contact', who) ? 'librarian' : 'administrator'
  return cookieOf(app, personId({ school: person in people ? home : officeName, person }))
}

const escaped = (text: string) => encodeURIComponent(text.toWellFormed())
const asQuery = (members: object) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.toWellFormed(),
      (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
    ]),
  )
