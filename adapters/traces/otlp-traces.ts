import { randomUUID } from 'node:crypto'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseTraceParent } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { Problem } from '#kit/contract.ts'
import type { About, Traces } from '#kit/server/traces.ts'
import { openExporter } from './exporter.ts'
import { passOn } from './pass-on.ts'
import { samplerOf } from './sampler.ts'

export type TraceSettings = {
  /** Of a collector that takes OTLP over HTTP, as http://localhost:4318; a name and password in it are sent as Basic. */
  url: string
  /** Of the traces that begin here, from 0 to 1. */
  sample: number
  /** `portal` or `worker`. */
  service: string
  /** Origins of our own services, which are told whose call they serve. */
  passOnTo: string[]
  warn: (error: Error) => void
}

/** Spans by OpenTelemetry, sent in batches; while the collector is away they are dropped. */
export function openOtlpTraces({ url, sample, service, passOnTo, warn }: TraceSettings): Traces {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const provider = new TracerProvider({
    sampler: samplerOf(sample),
    resource: resourceFromAttributes({
      'service.namespace': 'school-catalogue',
      'service.name': service,
      'service.instance.id': randomUUID(),
    }),
    spanLimits: { attributeValueLengthLimit: 2000 },
    spanProcessors: [new BatchSpanProcessor({ exporter: openExporter(url, warn), scheduledDelayMillis: 1000 })],
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
      // What nobody asked for, as looking for new jobs, would bury the rest.
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

/** By kind alone: what an error says may hold what a person has sent. An answer such as 404 is no failure. */
function markFailed(span: Span, error: unknown) {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? typeof error).slice(0, 100))
  if (!(error instanceof Problem && error.status < 500)) span.setStatus({ code: SpanStatusCode.ERROR })
}
