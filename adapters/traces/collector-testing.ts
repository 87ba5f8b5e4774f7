import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}
export type Collected = Omit<SentSpan, 'attributes'> & { about: Record<string, unknown>; service: unknown }

/** A fake collector: accepts OTLP as JSON over HTTP and keeps it. `answer` can be set to a failure. */
export async function startCollector() {
  const spans: Collected[] = []
  const collector = { answer: 200, headers: [] as Record<string, unknown>[], bodies: [] as string[] }
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Sent
    collector.headers.push(request.headers)
    collector.bodies.push(JSON.stringify(body))
    if (collector.answer === 200 && request.url === '/v1/traces') spans.push(...spansOf(body))
    response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    told: collector,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const spansOf = ({ resourceSpans }: Sent): Collected[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, ...span }) => ({
        ...span,
        about: asObject(attributes),
        service: asObject(resource.attributes)['service.name'],
      })),
    ),
  )

const asObject = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
