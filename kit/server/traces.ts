/** Attributes of a span. Never anything that a person has typed or sent: no query string, token, PIN or body. */
export type About = Record<string, string | number | boolean>

/** A call in progress, from its first header to its last byte. */
export type CallSpan = {
  /** Runs `next` in the call's context. */
  within<R>(next: () => R): R
  end(name: string, about: About, failed: boolean): void
}

/** Traces of work and its duration. When off, nothing is recorded, and no OpenTelemetry code is loaded. */
export interface Traces {
  /** Runs the work as a child span. An error marks the span by its kind, never its message. */
  span<R>(name: string, about: About, work: () => Promise<R>): Promise<R>
  /** A separate trace for a job; `left` is the `mark` of the call that enqueued it. */
  job<R>(name: string, about: About, left: string | undefined, work: () => Promise<R>): Promise<R>
  /** The incoming W3C `traceparent`. */
  call(traceparent: string | undefined): CallSpan
  /** Records finished work, which began `ms` milliseconds ago. */
  tell(name: string, about: About, ms: number, error?: unknown): void
  /** The current `traceparent`, to store with enqueued work. */
  mark(): string | undefined
  /** For a log line: `trace_id` and `span_id`. */
  ids(): { trace_id?: string; span_id?: string }
  close(): Promise<void>
}

export const noTraces: Traces = {
  span: (_name, _about, work) => work(),
  job: (_name, _about, _left, work) => work(),
  call: () => ({ within: (next) => next(), end: () => {} }),
  tell: () => {},
  mark: () => undefined,
  ids: () => ({}),
  close: async () => {},
}
