import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { connectionTimeouts } from '#kit/server/load/connections.ts'
import { mounted } from '#kit/server/serve.ts'
import { openServer } from '../server.ts'
import { requestOf, type TestApp, testApp } from '../testing.ts'
import { entrances, expanding, repeated } from './odd-text-testing.ts'
import { filled, longestTurn, mostMs, pieces, uploads } from './uploads-testing.ts'

let app: TestApp
let http: FastifyInstance
let port: number
beforeAll(async () => {
  app = await testApp({ work: false })
  http = await openServer(app, { waits: { ...connectionTimeouts, pollMs: 500 } })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await http.close()
  await app.close()
})

/** How many connections of one caller send at once. */
const connections = 8
const bodyBytes = 200_000
type Entrance = {
  name: string
  target: string
  headers: Record<string, string>
  most: number
  wrap: (text: Buffer) => Buffer
}
/** As the body of a call; `x` is as long and costs nothing. */
type Kind = [name: string, text: (bytes: number) => Buffer]

const kinds: Kind[] = [
  ['long', (bytes) => filled('a', bytes)],
  ['deep', (bytes) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2))],
  ['wide', (bytes) => Buffer.from(`{${Array.from({ length: bytes / 12 }, (_, n) => `"a${n}":1`).join(',')}}`)],
  ['of many parts', (bytes) => filled('a=1&', bytes)],
  ...expanding.map((text): Kind => [`expanding ${text}`, (bytes) => filled(text, bytes)]),
  ...[...repeated, ...pieces].map((text): Kind => [`repeated ${JSON.stringify(text)}`, (bytes) => filled(text, bytes)]),
]

const open = new Set<Socket>()
/** Sends the call, slowly or at once, and waits until it is answered or refused. */
const send = ({ target, headers }: Entrance, body: Buffer, { ending }: { ending?: AbortSignal } = {}) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    const lines = Object.entries({
      host: 'localhost:8080',
      'x-requested-with': 'test',
      connection: 'close',
      ...headers,
    })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`POST ${target} HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n`)
    socket.resume().on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      resolve()
    })
    if (!ending) return void socket.write(body)
    socket.write(body.subarray(0, 1))
    ending.addEventListener('abort', () => socket.destroy())
  })

/** Processor time and time of a search and a sign-in of someone else, from another network. */
async function askBeside(): Promise<{ ms: number; refused: string[] }> {
  const start = performance.now()
  const refused: string[] = []
  const search = await http.inject({
    url: '/rest/catalogue/search',
    query: { bodybuilderquery: '{"query":{"match":{"title":"owl"}},"size":5}' },
    headers: { host: 'localhost:8080', 'x-requested-with': 'test' },
    remoteAddress: '198.51.100.7',
  })
  if (search.statusCode !== 200) refused.push(`search ${search.statusCode}`)
  const browser = openBrowser({ ...app, http }, { address: '198.51.100.7' })
  const home = await browser.signIn('librarian@hillview.example')
  if (!browser.cookie('session')) refused.push(`sign-in ${home.status}`)
  return { ms: performance.now() - start, refused }
}

const rounds = 10
/** Below it, the pauses of a busy machine decide. */
const floorMs = 500
const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)]!

async function felt(): Promise<{ p95: number; refused: string[] }> {
  const times: number[] = []
  const refusals: string[] = []
  for (let n = 0; n < rounds; n++) {
    const { ms, refused } = await askBeside()
    times.push(ms)
    refusals.push(...refused)
  }
  return { p95: p95(times), refused: refusals }
}

/** The attack goes on, over and over, for as long as `work` takes. */
async function beside<T>(attack: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const callers = Array.from({ length: connections }, async () => {
    while (!isOver) await attack()
  })
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(callers)
  }
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const raw = (text: Buffer) => text
/** Calls and forms that need no sign-in: each with the text as its whole body. */
const strangers = (): Entrance[] => [
  ...mounted
    .get(http)!
    .filter(({ who, methods }) => who === 'visitor' && methods.includes('POST'))
    .map(({ path }) => ({ name: path, target: path.replace(/:\w+/g, 'a'), headers: json, most: bodyBytes, wrap: raw })),
  ...[...new Set(entrances.flatMap(([url, , sent]) => (sent && !url.startsWith('/scim') ? [url] : [])))].map((url) => ({
    ...{ name: url, target: url, headers: form, most: bodyBytes, wrap: raw },
  })),
]
/** Every upload, with the text as its file. */
const files = (): Promise<Entrance[]> =>
  Promise.all(
    uploads.map(async ({ name, by, endpoint, most, input }) => ({
      ...{ name, target: String(requestOf(endpoint, input(Buffer.of())).url), most },
      headers: { ...json, cookie: await app.sessionOf(by) },
      wrap: (text: Buffer) => Buffer.from(JSON.stringify(requestOf(endpoint, input(text)).payload)),
    })),
  )

async function compare(entrance: Entrance, chosen: Kind[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [kind, text] of chosen) {
    const whole = entrance.wrap(text(entrance.most))
    const plain = entrance.wrap(filled('x', entrance.most))
    const cost = (body: Buffer) => longestTurn(() => send(entrance, body))
    const check = async () => {
      const turn = { harmless: await cost(plain), ms: await cost(whole) }
      const alone = await felt()
      const together = await beside(() => send(entrance, whole), felt)
      const isLong = turn.ms > turn.harmless + mostMs
      const isSlow = together.p95 > Math.max(2 * alone.p95, alone.p95 + floorMs)
      if (!isLong && !isSlow && together.refused.length === 0) return
      return `${entrance.name}, ${kind}: turn ${Math.round(turn.ms)} ms, second client ${Math.round(alone.p95)} → ${Math.round(together.p95)} ms, ${together.refused}`
    }
    // Once more: the first call compiles.
    const found = (await check()) && (await check())
    if (found) wrong.push(found)
  }
  return wrong
}

test('bodies of a stranger that stay incomplete keep no one else waiting', async () => {
  const wrong: string[] = []
  for (const entrance of [...strangers(), ...(await files())]) {
    const ending = new AbortController()
    const alone = await felt()
    const slow = Array.from({ length: connections }, () =>
      send(entrance, filled('a', bodyBytes), { ending: ending.signal }),
    )
    const together = await felt()
    ending.abort()
    await Promise.all(slow)
    if (together.p95 > Math.max(2 * alone.p95, alone.p95 + floorMs) || together.refused.length > 0)
      wrong.push(`${entrance.name}: ${Math.round(alone.p95)} → ${Math.round(together.p95)} ms, ${together.refused}`)
  }
  expect(wrong).toEqual([])
}, 3_600_000)

test('a stranger’s large bodies keep no one else waiting', async () => {
  const wrong: string[] = []
  let turn = 0
  // Every entrance has the first four kinds; the texts are many, and each meets an entrance in turn.
  for (const entrance of strangers()) {
    const texts = kinds.slice(4)
    const some = Array.from({ length: 3 }, () => texts[turn++ % texts.length]!)
    wrong.push(...(await compare(entrance, [...kinds.slice(0, 4), ...some])))
  }
  expect(wrong).toEqual([])
}, 3_600_000)

test('nor do files', async () => {
  const wrong: string[] = []
  for (const entrance of await files()) wrong.push(...(await compare(entrance, kinds.slice(0, 4))))
  expect(wrong).toEqual([])
}, 3_600_000)
