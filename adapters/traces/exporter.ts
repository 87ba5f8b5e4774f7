import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** Milliseconds. */
const patience = 3000
const quietFor = 60_000

/** Tells of a collector that does not answer once a minute at most. */
export function openExporter(address: string, warn: (error: Error) => void): SpanExporter {
  const { url, headers } = collectorOf(address)
  const otlp = new OTLPTraceExporter({ url, headers, timeoutMillis: patience })
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

/** Where spans go: the collector's usual path, unless one is named. */
export function collectorOf(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address)
  const secret = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers: Record<string, string> =
    secret === ':' ? {} : { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }
  url.username = url.password = ''
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return { url: url.href, headers }
}
