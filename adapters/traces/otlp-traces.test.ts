import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import type { Traces } from '#kit/server/traces.ts'
import { startCollector } from './collector-testing.ts'
import { collectorOf, openOtlpTraces, type TraceSettings } from './otlp-traces.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(() => collector.close())

const open = (given: Partial<TraceSettings> = {}) =>
  openOtlpTraces({ url: collector.url, sample: 1, service: 'portal', passOnTo: [], warn: () => {}, ...given })
/** All recorded spans, sent at the end. */
async function noted(work: (traces: Traces) => Promise<unknown>, given: Partial<TraceSettings> = {}) {
  const traces = open(given)
  await work(traces)
  await traces.close()
  return collector.spans
}
const theirs = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('work within a call becomes its child span, and the call continues the trace that it came with', async () => {
  const spans = await noted(async (traces) => {
    const call = traces.call(theirs)
    await call.within(() =>
      traces.span('files put', { 'backend.kind': 'folder' }, async () => traces.tell('select x', {}, 5)),
    )
    call.end('GET /rest/x', { 'http.response.status_code': 200 }, false)
  })
  const [query, files, call] = ['select x', 'files put', 'GET /rest/x'].map(
    (name) => spans.find((s) => s.name === name)!,
  )
  expect(call).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7', about: { 'http.response.status_code': 200 } })
  expect(files).toMatchObject({ kind: 3, parentSpanId: call!.spanId, about: { 'backend.kind': 'folder' } })
  expect(query).toMatchObject({ parentSpanId: files!.spanId, service: 'portal' })
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['4bf92f3577b34da6a3ce929d0e0e4736']))
  expect(BigInt(query!.endTimeUnixNano) - BigInt(query!.startTimeUnixNano)).toBe(5_000_000n)
})

test('a job is a separate trace that links to the call that enqueued it', async () => {
  const spans = await noted(async (traces) => {
    const call = traces.call(undefined)
    const left = call.within(() => traces.mark())
    call.end('POST /rest/x', {}, false)
    await traces.job('job mail.send', {}, left, async () => traces.tell('update mail', {}, 1))
  })
  const [call, job, query] = ['POST /rest/x', 'job mail.send', 'update mail'].map(
    (n) => spans.find((s) => s.name === n)!,
  )
  expect(job!.traceId).not.toBe(call!.traceId)
  expect(job!.parentSpanId).toBeUndefined()
  expect(job!.links).toMatchObject([{ traceId: call!.traceId, spanId: call!.spanId }])
  expect(query!.parentSpanId).toBe(job!.spanId)
})

test('a failure is recorded by its kind and never by its message', async () => {
  const secret = 'token 12345 of librarian@hillview.example'
  const fail = (error: Error) => async () => {
    throw error
  }
  const spans = await noted(async (traces) => {
    await traces.span('failed', {}, fail(new TypeError(secret))).catch(() => {})
    await traces.span('refused', {}, fail(new Problem('folder_not_found', 404, [secret]))).catch(() => {})
  })
  expect(spans.map(({ name, about, status }) => [name, about['error.type'], status.code ?? 0])).toEqual([
    ['failed', 'TypeError', 2],
    ['refused', 'folder_not_found', 0],
  ])
  expect(collector.told.bodies.join()).not.toContain('12345')
})

test('with a sample rate of 0 nothing is recorded, no matter what the caller requests, and jobs follow their call', async () => {
  const spans = await noted(
    async (traces) => {
      for (const sent of [undefined, theirs]) {
        const call = traces.call(sent)
        await call.within(() => traces.span('files put', {}, async () => {}))
        call.end('GET /rest/x', {}, false)
      }
      await traces.job('job kept', {}, theirs, async () => {})
      await traces.job('job not kept', {}, theirs.replace(/01$/, '00'), async () => {})
    },
    { sample: 0 },
  )
  expect(spans.map(({ name }) => name)).toEqual(['job kept'])
})

test('work outside of any call is not recorded, and there is no context to pass on', async () => {
  const spans = await noted(async (traces) => {
    traces.tell('select job', {}, 1)
    expect(traces.mark()).toBeUndefined()
    expect(traces.ids()).toEqual({})
  })
  expect(spans).toEqual([])
})

test('a malformed traceparent starts a new trace', async () => {
  const spans = await noted(async (traces) => traces.call('00-zz-1-01').end('GET /', {}, false))
  expect(spans[0]).toMatchObject({ name: 'GET /', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(spans[0]!.parentSpanId).toBeUndefined()
})

test('our own services receive the trace context, others do not', async () => {
  const heard: (string | undefined)[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers.traceparent as string | undefined)
    response.end()
  }).listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(server.listening).toBe(true), 20_000)
  const { port } = server.address() as AddressInfo
  const traces = open({ passOnTo: [`http://127.0.0.1:${port}`] })
  const call = traces.call(theirs)
  await call.within(async () => {
    await (await fetch(`http://127.0.0.1:${port}/own`)).text()
    await (await fetch(`http://localhost:${port}/other`)).text().catch(() => '')
  })
  call.end('GET /', {}, false)
  await traces.close()
  server.closeAllConnections()
  server.close()
  expect(heard[0]).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/)
  expect(heard[1]).toBeUndefined()
})

test('a collector that refuses or is unreachable is reported once, and nothing else suffers', async () => {
  collector.told.answer = 400
  const warned: Error[] = []
  const traces = open({ warn: (error) => warned.push(error), everyMs: 10 })
  for (const round of [1, 2]) {
    const call = traces.call(undefined)
    expect(await call.within(async () => round)).toBe(round)
    call.end('GET /', {}, false)
    await vi.waitFor(() => expect(collector.told.bodies.length).toBeGreaterThanOrEqual(round), 20_000)
  }
  await traces.close()
  expect(warned).toHaveLength(1)
})

test.each([
  ['http://localhost:4318', 'http://localhost:4318/v1/traces'],
  ['http://localhost:4318/', 'http://localhost:4318/v1/traces'],
  ['https://collector.example/otlp', 'https://collector.example/otlp/v1/traces'],
  ['https://collector.example/v1/traces', 'https://collector.example/v1/traces'],
])('spans for %s go to %s', (given, url) => {
  expect(collectorOf(given)).toEqual({ url, headers: {} })
})

test('a name and password of the collector are sent as a header, not in the address', () => {
  expect(collectorOf('https://us:p%40ss@collector.example')).toEqual({
    url: 'https://collector.example/v1/traces',
    headers: { authorization: `Basic ${Buffer.from('us:p@ss').toString('base64')}` },
  })
})
