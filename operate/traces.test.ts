import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCollector } from '#adapters/traces/collector-testing.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { openLog } from '#app/wire.ts'

let app: TestApp
let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  collector = await startCollector()
  app = await testApp({ env: { TRACES_URL: collector.url } })
})
afterAll(async () => {
  await app.close()
  await collector.close()
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const collected = async (name: string) => {
  const found = () => collector.spans.filter((each) => each.name === name)
  await vi.waitFor(() => expect(found()).not.toEqual([]), 15_000)
  return found()
}

test('a search is one trace: the call by its route, the catalogue, the database; and nothing that was typed', async () => {
  const bodybuilderquery = JSON.stringify({ query: { match: { title: 'verysecretword' } }, size: 1 })
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  await app.raw('hillview', { url: '/rest/catalogue/search', query: { bodybuilderquery }, headers })
  const call = (await collected('GET /rest/catalogue/search')).find((each) => each.traceId === traceId)!
  expect(call.about).toMatchObject({ 'http.route': '/rest/catalogue/search', 'http.response.status_code': 200 })
  const parts = collector.spans.filter((each) => each.parentSpanId === call.spanId)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['select subscription', 'catalogue search']))
  expect(collector.told.bodies.join()).not.toContain('verysecretword')
})

test('work after the body was read belongs to the call, and a job that it enqueues is linked to it', async () => {
  const username = 'librarian@hillview.example'
  const headers = { traceparent: `00-${traceId.replace('4', '5')}-00f067aa0ba902b7-01` }
  await app.raw(null, { method: 'POST', url: '/rest/requestForgotPassword', payload: { username }, headers })
  await app.makeJobsDue()
  const [call] = await collected('POST /rest/requestForgotPassword')
  const parts = collector.spans.filter((each) => each.parentSpanId === call!.spanId)
  expect(parts.map(({ name }) => name)).toContain('insert guess')
  const [job] = await collected('job account.mail-password-link')
  expect(job!.links).toMatchObject([{ traceId: call!.traceId }])
  expect(job!.traceId).not.toBe(call!.traceId)
  const [sent] = await collected('mail send')
  expect(sent!.about).toMatchObject({ 'backend.kind': 'outbox' })
  expect(app.mails).toHaveLength(1)
  expect(collector.told.bodies.join()).not.toContain(username)
})

test('a log line names its trace', async () => {
  const lines: string[] = []
  const log = openLog('info', () => app.traces, { write: (line) => lines.push(line) })
  await app.traces.span('anything', {}, async () => log.info('within'))
  log.info('outside')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'within', trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), span_id: expect.any(String) },
    { msg: 'outside' },
  ])
  expect(lines[1]).not.toContain('trace_id')
})

test('while traces are off, nothing of OpenTelemetry is loaded', () => {
  const files = globSync('{app,shell,cli,operate,demo,kit,features,platform,adapters}/**/*.ts').filter(
    (file) => !/testing\.ts$|\.test\.ts$/.test(file),
  )
  const loading = files.filter((file) => /from '@opentelemetry/.test(readFileSync(file, 'utf8')))
  expect(loading.every((file) => file.startsWith('adapters/traces/'))).toBe(true)
  const entering = files.filter(
    (file) => !file.startsWith('adapters/traces/') && /from '#adapters\/traces/.test(readFileSync(file, 'utf8')),
  )
  expect(entering).toEqual([])
})
