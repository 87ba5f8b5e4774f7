import { setTimeout as pause } from 'node:timers/promises'
import { Client, errors } from '@opensearch-project/opensearch'

/** A call to OpenSearch. `path` begins with a slash; the caller encodes its parts. */
export type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'
  path: string
  query?: Record<string, string | number | boolean>
  body?: object
  /** Instead of `body`: lines of JSON, for `_bulk` and `_msearch`. */
  lines?: string
  signal?: AbortSignal | undefined
  /** Timeout of one attempt, ms. Default 15,000. */
  timeoutMs?: number
  /** How long to retry while the cluster is unreachable or overloaded, ms. Default 5,000. */
  retryForMs?: number
  /** Statuses that are answers, such as 404. */
  expected?: number[]
}

export type Answer<T> = { status: number; body: T }

export type EngineClient = {
  /** Throws EngineAway if the cluster does not answer, EngineRefused if it refuses, or the signal's reason. */
  ask<T>(call: Call): Promise<Answer<T>>
  /** The number of addresses. */
  nodes: number
  close(): Promise<void>
}

/** The cluster does not answer or is overloaded. */
export class EngineAway extends Error {}

/** The cluster understood and refused. `type` is its error type, such as `index_not_found_exception`. */
export class EngineRefused extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

/** Overloaded, or a node or shard is temporarily missing. */
const passing = new Set([429, 502, 503, 504])
/** With 500: a node died while it answered. A search that is itself at fault gets 400. */
const failedSearch = 'search_phase_execution_exception'

/**
 * Addresses of one cluster, used in turn: one that does not answer is skipped for a while, and its calls go to the
 * next. Names and passwords in the addresses are sent but never shown.
 */
export function openClient(urls: string[]): EngineClient {
  const client = new Client({
    nodes: urls.map((url) => ({ url: plainUrl(url), headers: authorization(url) })),
    // Retries are decided here, not by the library.
    maxRetries: 0,
    ...(urls.some(isNear) ? {} : { compression: 'gzip', suggestCompression: true }),
  })
  // A node that is back is used again within seconds.
  Object.assign(client.connectionPool, { resurrectTimeout: 2_000, resurrectTimeoutCutoff: 3, pingTimeout: 2_000 })

  const once = async <T>({ method, path, query, body, lines, signal, timeoutMs = 15_000, expected = [] }: Call) => {
    const request = client.transport.request(
      {
        method,
        path,
        querystring: query as never,
        ...(lines === undefined ? { body: body as never } : { bulkBody: lines }),
      },
      { requestTimeout: timeoutMs, ignore: expected, maxRetries: 0 },
    ) as unknown as Promise<{ statusCode: number; body: T }> & { abort(): void }
    // Returns nothing: Node takes a listener's promise, and throws its rejection outside of any call.
    const abort = () => {
      request.abort()
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const { statusCode, body: said } = await request
      return { status: statusCode, body: said }
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    nodes: urls.length,
    ask: async (call) => {
      const until = performance.now() + (call.retryForMs ?? 5_000)
      for (let attempt = 1; ; attempt++) {
        call.signal?.throwIfAborted()
        try {
          return await once(call)
        } catch (error) {
          call.signal?.throwIfAborted()
          const known = asOurs(error)
          if (!(known instanceof EngineAway)) throw known
          // Tries the other nodes at once, then backs off.
          const waitMs = attempt < urls.length ? 0 : Math.min(100 * 2 ** Math.min(attempt - urls.length, 5), 2_000)
          if (performance.now() + waitMs > until) throw known
          await pause(waitMs, undefined, call.signal ? { signal: call.signal } : {}).catch(() => {})
        }
      }
    },
    close: () => client.close() as unknown as Promise<void>,
  }
}

/** Leaves out the address, which may contain a password. */
function asOurs(error: unknown): Error {
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 0
    const reason = reasonOf(error.body)
    const message = `OpenSearch says ${status}${reason.text ? `: ${reason.text}` : ''}`
    return passing.has(status) || (status === 500 && reason.type === failedSearch)
      ? new EngineAway(message)
      : new EngineRefused(status, reason.type, message)
  }
  if (error instanceof errors.TimeoutError) return new EngineAway('OpenSearch took too long.')
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError)
    return new EngineAway(`OpenSearch does not answer (${codeOf(error)}).`)
  if (error instanceof errors.DeserializationError) return new EngineAway('OpenSearch broke off its answer.')
  return error as Error
}

type Reason = { type?: string; reason?: string; caused_by?: Reason }

function reasonOf(body: unknown): { type: string; text: string } {
  const error = (body as { error?: string | (Reason & { root_cause?: Reason[] }) } | null)?.error
  if (error === undefined) return { type: '', text: '' }
  if (typeof error === 'string') return { type: '', text: error.slice(0, 500) }
  const inner = error.root_cause?.[0] ?? error
  return { type: error.type ?? '', text: `${inner.type ?? error.type}: ${inner.reason ?? error.reason}`.slice(0, 500) }
}

const codeOf = (error: Error): string =>
  /\b(E[A-Z]{3,}|UND_ERR_\w+|DEPTH_ZERO\w*|CERT_\w+|SELF_SIGNED\w*)\b/.exec(error.message)?.[1] ?? error.name

const isNear = (url: string) => /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname)

function plainUrl(text: string): URL {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url
}

function authorization(text: string): Record<string, string> {
  const { username, password } = new URL(text)
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}
