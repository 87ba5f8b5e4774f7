import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { buildPagesIfStale } from '#app/build/web-build.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { openServer } from '#app/server.ts'
import { wire } from '#app/wire.ts'
import { demoSchools } from '#demo/world/world.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { loadByCommand } from './search-embedded.ts'
import { isbnOf, readTitles } from './search-records.ts'
import { beginTable, grouped, say } from './table.ts'
import { writeMarc } from './write-marc.ts'

/**
 * `node bench/calls.ts [RECORDS, default 100000] [SECONDS of each, default 8] [NAME of the only calls]`: requests per
 * second of the main calls by autocannon, 10 connections, compared with a bare Node server that sends the same bytes: the
 * cost of HTTP itself. A call of a signed-in person is compared with `/health/live` too, which is asked just before.
 */
const [records = 100_000, seconds = 8] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4] ?? ''
const connections = 10
const folder = mkdtempSync(join(tmpdir(), 'bench-calls-'))

type Call = { name: string; path: string; method?: 'POST'; body?: string; visitor?: true }
type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

await buildPagesIfStale()
mkdirSync(folder, { recursive: true })
const file = join(folder, 'records.mrc')
await writeMarc(file, records)
loadByCommand(file, folder)
rmSync(file)
const app = await wire(
  readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    DEMO: 'true',
    CLIENT_LIMITS: 'off',
    SCHOOL_LIMITS: 'off',
    PUBLIC_URL: 'http://127.0.0.1:1',
  }),
)
try {
  await loadDemoWorld(app)
  await app.queue.work(app, jobs)
  const http = await openServer(app)
  const origin = await http.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await sessionOf(app.db, demoSchools[0]!.people[0]!.id, app.env.publicUrl)
  say(`${grouped(records)} records; ${connections} connections, ${seconds} s each\n`)
  const columns = ['requests/s', 'p50 ms', 'p99 ms', 'other than 2xx', 'bare Node', 'share of it', 'share of alive?']
  const row = beginTable(columns)
  for (const call of calls().filter(({ name }) => name.includes(only)))
    row(call.name, ...(await measure(origin, cookie, call)))
  await http.close()
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}

function calls(): Call[] {
  const bodybuilderQuery = (query: object) => `bodybuilderquery=${encodeURIComponent(JSON.stringify(query))}`
  const search = (query: object) => `/rest/catalogue/search?${bodybuilderQuery({ size: 20, ...query })}`
  const words = (text: string) => ({ query: { query_string: { query: text, default_operator: 'AND' } } })
  const aggs = Object.fromEntries(
    ['scisType', 'targetAudienceText', 'genreScis', 'subjects', 'language'].map((field) => [
      field,
      { terms: { field, size: 20 } },
    ]),
  )
  const languages = { language: aggs.language }
  const title = readTitles()[7]!.title.split(' ').slice(0, 2).join(' ')
  return [
    { name: 'the page', path: '/' },
    { name: 'who am I', path: '/rest/user/current' },
    { name: 'search, two words', path: search(words(title)) },
    { name: 'search, two words, by a visitor', path: search(words(title)), visitor: true },
    { name: 'search with facets', path: search({ ...words('report'), aggs }) },
    // A visitor gets the counts of one of the five, so that only these two are the same search.
    { name: 'search with languages', path: search({ ...words('report'), aggs: languages }) },
    {
      name: 'search with languages, by a visitor',
      path: search({ ...words('report'), aggs: languages }),
      visitor: true,
    },
    { name: 'a record', path: `/rest/catalogue/record?${bodybuilderQuery({ query: { term: { _id: '1000007' } } })}` },
    { name: 'folders', path: '/rest/mycatalogue/folder/list' },
    {
      name: '100 identifiers matched',
      path: '/rest/mydownload/request/create',
      method: 'POST',
      body: JSON.stringify({ identities: Array.from({ length: 100 }, (_, i) => isbnOf(i * 7)) }),
    },
    { name: 'alive?', path: '/health/live' },
  ]
}

async function measure(origin: string, cookie: string, call: Call): Promise<string[]> {
  const headers = {
    host: new URL(app.env.publicUrl).host,
    ...(call.visitor ? {} : { cookie }),
    'x-requested-with': 'bench',
    'accept-encoding': 'gzip',
    ...(call.body ? { 'content-type': 'application/json' } : {}),
  }
  const request = { method: call.method ?? 'GET', headers, ...(call.body ? { body: call.body } : {}) } as const
  const response = await fetch(origin + call.path, request)
  const reply = { status: response.status, headers: {}, body: Buffer.from(await response.arrayBuffer()) }
  if (!response.ok) say(`${call.name}: ${response.status} ${reply.body.toString().slice(0, 200)}`)
  const alive = await autocannon({ url: `${origin}/health/live`, connections, duration: seconds / 2, headers })
  const ours = await autocannon({ url: origin + call.path, connections, duration: seconds, ...request })
  const bare = await bareServer(reply)
  const theirs = await autocannon({ url: bare.origin + call.path, connections, duration: seconds, ...request })
  bare.close()
  return [
    grouped(ours.requests.average),
    String(ours.latency.p50),
    String(ours.latency.p99),
    grouped(ours.non2xx + ours.errors),
    grouped(theirs.requests.average),
    ...[theirs, alive].map((peer) => `${((100 * ours.requests.average) / peer.requests.average).toFixed(1)} %`),
  ]
}

async function bareServer({ body }: Reply) {
  const server = createServer((request, answer) => {
    request.resume()
    answer.setHeader('content-type', 'application/json').end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
