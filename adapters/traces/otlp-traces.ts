import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { Problem } from '#kit/problem.ts'
import type { About, Traces } from '#kit/server/traces.ts'

export type TraceSettings = {
  /** A collector for OTLP over HTTP, such as http://localhost:4318; a name and password in it are sent as Basic. */
  url: string
  /** Sample rate of traces that start here, from 0 to 1. */
  sample: number
  /** `portal` or `worker`. */
  service: string
  /** Origins of our own services, which receive the trace context. */
  passOnTo: string[]
  warn: (error: Error) => void
  /** Milliseconds between batches; a second by default. */
  everyMs?: number
}

/** OpenTelemetry spans, sent in batches; they are dropped while the collector is unreachable. */
export function openOtlpTraces({ url, sample, service, passOnTo, warn, everyMs = 1000 }: TraceSettings): Traces {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const provider = new TracerProvider({
    sampler: samplerOf(sample),
    resource: resourceFromAttributes({
      'service.namespace': 'school-catalogue',
      'service.name': service,
      'service.instance.id': randomUUID(),
    }),
    spanLimits: { attributeValueLengthLimit: 2000 },
    spanProcessors: [new BatchSpanProcessor({ exporter: openExporter(url, warn), scheduledDelayMillis: everyMs })],
  })
  const tracer = provider.getTracer('school-catalogue')
  const mark = () => markOf(contexts.active())
  const stopPassingOn = passOn(passOnTo, mark)

  async function spanned<R>(span: Span, parent: Context, work: () => Promise<R>): Promise<R> {
    try {
      return await contexts.with(trace.setSpan(parent, span), work)
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  return {
    span(name, attributes, work) {
      const parent = contexts.active()
      return spanned(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), parent, work)
    },
    job(name, attributes, left, work) {
      const context = left === undefined ? null : parseTraceParent(left)
      const options = { kind: SpanKind.CONSUMER, attributes, root: true, links: context ? [{ context }] : [] }
      return spanned(tracer.startSpan(name, options, ROOT_CONTEXT), ROOT_CONTEXT, work)
    },
    call(traceparent) {
      const sent = traceparent === undefined ? null : parseTraceParent(traceparent)
      const parent = sent ? trace.setSpanContext(ROOT_CONTEXT, { ...sent, isRemote: true }) : ROOT_CONTEXT
      const span = tracer.startSpan('call', { kind: SpanKind.SERVER }, parent)
      const own = trace.setSpan(parent, span)
      return {
        within: (next) => contexts.with(own, next),
        end(name, about: About, failed) {
          span.updateName(name).setAttributes(about)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    tell(name, attributes, ms, error) {
      const parent = contexts.active()
      // Spans without a parent, such as polling for jobs, would bury the rest.
      if (!trace.getSpan(parent)) return
      const startTime = Date.now() - ms
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, parent)
      if (error !== undefined) markFailed(span, error)
      span.end(startTime + ms)
    },
    mark,
    ids() {
      const span = trace.getSpan(contexts.active())?.spanContext()
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
    },
    async close() {
      stopPassingOn()
      await provider.shutdown().catch(warn)
      contexts.disable()
    },
  }
}

function markOf(context: Context): string | undefined {
  const span = trace.getSpan(context)?.spanContext()
  return span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** Records the kind only: an error message may contain personal data. An answer such as 404 is no failure. */
function markFailed(span: Span, error: unknown) {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? typeof error).slice(0, 100))
  if (!(error instanceof Problem && error.status < 500)) span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Samples this share of the traces that start here. A call with a remote trace keeps its id, but we decide on sampling:
 * strangers cannot force all their calls to be recorded. A job follows the call that enqueued it.
 */
function samplerOf(share: number): Sampler {
  const ofShare = new TraceIdRatioBasedSampler(share)
  const root: Sampler = {
    shouldSample(context, traceId, _name, _kind, _attributes, links) {
      const [left] = links
      if (!left) return ofShare.shouldSample(context, traceId)
      const sampled = (left.context.traceFlags & TraceFlags.SAMPLED) !== 0
      return { decision: sampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `share ${share}`,
  }
  return new ParentBasedSampler({ root, remoteParentSampled: ofShare })
}

type FetchRequest = { origin: string; addHeader(name: string, value: string): void }

/** Adds `traceparent` to this process's calls to these origins only; others are not our services. */
function passOn(origins: string[], mark: () => string | undefined): () => void {
  const byHttp = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    const traceparent = mark()
    if (traceparent && origins.includes(originOf(request))) request.setHeader('traceparent', traceparent)
  }
  const byFetch = (message: unknown) => {
    const { request } = message as { request: FetchRequest }
    const traceparent = mark()
    if (traceparent && origins.includes(String(request.origin))) request.addHeader('traceparent', traceparent)
  }
  if (origins.length === 0) return () => {}
  subscribe('http.client.request.created', byHttp)
  subscribe('undici:request:create', byFetch)
  return () => {
    unsubscribe('http.client.request.created', byHttp)
    unsubscribe('undici:request:create', byFetch)
  }
}

function originOf(request: ClientRequest): string {
  const address = `${request.protocol}//${request.getHeader('host') ?? request.host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** Milliseconds. */
const timeoutMs = 3000
const quietFor = 60_000

/** Warns about an unresponsive collector at most once a minute. */
function openExporter(address: string, warn: (error: Error) => void): SpanExporter {
  const { url, headers } = collectorOf(address)
  const otlp = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs })
  let warnedAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, done) {
      otlp.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && performance.now() - warnedAt > quietFor) {
          warnedAt = performance.now()
          warn(result.error ?? new Error('the collector has refused spans'))
        }
        done(result)
      })
    },
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
}

/** The endpoint for spans: the collector's usual path, unless the address has one. */
export function collectorOf(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address)
  const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers: Record<string, string> =
    secret === ':' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }
  url.username = url.password = ''
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return { url: url.href, headers }
}
