import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { queryName } from '#app/wire.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { RequestType } from '#features/downloads/contract.ts'
import { openMetrics } from '#kit/server/metrics.ts'
import { noTraces } from '#kit/server/traces.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { MailRefused } from '#platform/mail/server/mail-port.ts'
import { catalogueCalls, fileCalls, headingCalls, outcomeOf, watchPort } from './watch-ports.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Until then a recent result may still be shown. */
const later = () => {
  const now = app.clock().getTime() + 3000
  app.setClock(() => new Date(now))
}

/** The value of a series with this name and labels; undefined if there is none. */
async function value(name: string, labels: Record<string, string> = {}) {
  const line = (await app.metrics.registry.metrics())
    .split('\n')
    .find((each) => each.startsWith(name) && Object.entries(labels).every(([l, v]) => each.includes(`${l}="${v}"`)))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('counters for alerts start at 0: a series that starts with 1 shows no increase', async () => {
  for (const outcome of ['held', 'refused']) expect(await value('payment_attempts_total', { outcome })).toBe(0)
  expect(await value('mails_total', { outcome: 'away' })).toBe(0)
  expect(await value('virus_scans_total', { outcome: 'away' })).toBe(0)
  expect(await value('sign_ins_total', { outcome: 'slowed' })).toBe(0)
  for (const outcome of ['away', 'failed'])
    expect(await value('catalogue_search_seconds_count', { outcome, engine: app.metrics.engine })).toBe(0)
  // Library systems make no file.
  for (const type of RequestType.options.filter((each) => each !== 'LIBRARY_SYSTEM'))
    expect(await value('download_requests_finished_total', { type, state: 'FAILED' })).toBe(0)
  for (const { name } of jobs) expect(await value('job_seconds_count', { name, outcome: 'failed' })).toBe(0)
})

test('the time of the last backup appears once there is one', async () => {
  expect(await value('backup_last_timestamp_seconds')).toBeUndefined()
  const made = { customerId: null, userId: null, action: 'backup_made' }
  for (const now of [new Date(1_780_000_000_000), new Date(1_779_000_000_000)])
    await recordAudit(app.db, { ...made, now })
  later()
  expect(await value('backup_last_timestamp_seconds')).toBe(1_780_000_000)
})

test('searches are timed by outcome', async () => {
  const search = (query: object) =>
    app.as('hillview')(catalogueApi.search, { bodybuilderquery: JSON.stringify(query) } as never)
  await search({ query: { match_all: {} }, size: 1 })
  await search({ query: { no_such_clause: {} } }).catch(() => {})
  const engine = 'embedded'
  expect(await value('catalogue_search_seconds_count', { engine, outcome: 'nothing' })).toBe(1)
  expect(await value('catalogue_search_seconds_count', { engine, outcome: 'refused' })).toBe(1)
  expect(await value('backend_call_seconds_count', { backend: 'catalogue', call: 'search', outcome: 'ok' })).toBe(1)
})

test.each([
  ['/sru?operation=searchRetrieve&query=possum', 'findRecords'],
  ['/sru?operation=scan&scanClause=possum', 'terms'],
  ['/oai?verb=ListIdentifiers&metadataPrefix=oai_dc', 'changes'],
])('%s is measured as the catalogue’s call %s', async (url, call) => {
  const labels = { backend: 'catalogue', call, outcome: 'ok' }
  expect(await value('backend_call_seconds_count', labels)).toBeUndefined()
  expect((await app.raw(null, { url })).statusCode).toBe(200)
  expect(await value('backend_call_seconds_count', labels)).toBeGreaterThanOrEqual(1)
})

test.each(Object.entries({ catalogue: catalogueCalls, headings: headingCalls, files: fileCalls }))(
  '%s: each call is measured unless it is named as unmeasured',
  async (backend, calls) => {
    const metrics = openMetrics()
    async function* pieces() {
      yield 'piece'
    }
    const answer = (name: string) => (calls[name as never] === 'streamed' ? pieces : async () => 'answer')
    const port = Object.fromEntries(Object.keys(calls).map((name) => [name, answer(name)])) as Record<
      string,
      () => AsyncIterable<string> | Promise<string>
    >
    const watched = watchPort(port, { metrics, traces: noTraces, backend, kind: 'own', calls: calls as never })
    for (const name of Object.keys(calls)) {
      const given = watched[name]!()
      if (Symbol.asyncIterator in given) for await (const piece of given) expect(piece).toBe('piece')
      else expect(await given).toBe('answer')
    }
    const measured = [...(await metrics.registry.metrics()).matchAll(/_count\{.*call="(\w+)"/g)].map(([, name]) => name)
    const expected = Object.entries(calls).filter(([, measure]) => measure !== 'unmeasured')
    expect(measured.sort()).toEqual(expected.map(([name]) => name).sort())
  },
)

test('a search that the index cannot answer is counted as away, not as refused', async () => {
  const countOf = (outcome: string) => value('catalogue_search_seconds_count', { engine: 'embedded', outcome })
  const refusedBefore = await countOf('refused')
  app.expectErrors(/the index is gone/)
  vi.spyOn(app.catalogue, 'search').mockRejectedValueOnce(new CatalogueUnavailable('the index is gone'))
  const search = { bodybuilderquery: JSON.stringify({ query: { match_all: {} } }) } as never
  await expect(app.as('hillview')(catalogueApi.search, search)).rejects.toMatchObject({ status: 503 })
  expect([await countOf('away'), await countOf('refused')]).toEqual([1, refusedBefore])
})

test('a refusal is counted by its code, and a failed sign-in by its method', async () => {
  await app.raw(null, { url: '/rest/user/current' })
  expect(await value('call_problems_total', { status: '403' })).toBeGreaterThanOrEqual(1)
})

test('current figures are looked up on request', async () => {
  expect(await value('catalogue_records')).toBe(0)
  expect(await value('catalogue_generation')).toBeGreaterThanOrEqual(0)
  expect(await value('headings_records')).toBe(0)
  expect(await value('mails_waiting')).toBe(0)
  for (const backend of ['database', 'catalogue', 'headings'])
    expect(await value('portal_reachable', { backend })).toBe(1)
})

test('mails are counted by outcome', async () => {
  const mail = { id: 'x', to: 'a@b.example', subject: 's', text: 't', html: 'h' }
  await app.mail.send(mail)
  const sending = app.mail.send
  app.mail.send = async () => {
    throw new MailRefused('no such box')
  }
  await expect(app.mail.send(mail)).rejects.toThrow('no such box')
  app.mail.send = async () => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  }
  await expect(app.mail.send(mail)).rejects.toThrow('away')
  app.mail.send = sending
  for (const outcome of ['sent', 'refused', 'away']) expect(await value('mails_total', { outcome })).toBe(1)
})

test('a picture is counted as clean, infected or unscanned', async () => {
  await app.virusScan.scan(Buffer.from('plain'))
  const scan = app.virusScan.scan
  app.virusScan.scan = async () => 'Eicar'
  await app.virusScan.scan(Buffer.from('x'))
  app.virusScan.scan = async () => {
    throw new Error('scanner away')
  }
  await expect(app.virusScan.scan(Buffer.from('x'))).rejects.toThrow()
  app.virusScan.scan = scan
  for (const outcome of ['clean', 'found', 'away']) expect(await value('virus_scans_total', { outcome })).toBe(1)
})

test('if the catalogue does not respond, the metrics still do, and say so', async () => {
  const stats = app.catalogue.stats
  app.catalogue.stats = () => new Promise(() => {})
  later()
  expect(await value('portal_reachable', { backend: 'catalogue' })).toBe(0)
  expect(await value('catalogue_records')).toBeUndefined()
  expect(await value('portal_reachable', { backend: 'database' })).toBe(1)
  app.catalogue.stats = stats
})

test.each([
  ['select "id" from "app_user" where "id" = $1', 'select app_user'],
  ['insert into guess as g (subject) values ($1)', 'insert guess'],
  ['update "session" set "x" = $1', 'update session'],
  ['select 1', 'select'],
  ['begin', 'begin'],
])('the span of “%s” is called “%s”', (sql, name) => {
  expect(queryName(sql)).toBe(name)
})

test('outcomes without a fault are distinguished from failures', () => {
  expect(outcomeOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBe('away')
  expect(outcomeOf(new DOMException('x', 'AbortError'))).toBe('abandoned')
  expect(outcomeOf(new TypeError('x'))).toBe('failed')
})
