/** What a span tells beside its name. Never what a person has typed or sent: no query string, token, PIN or body. */
export type About = Record<string, string | number | boolean>

/** A call under way, from its first header to its last byte. */
export type CallSpan = {
  /** Runs `next` so that all that follows from it belongs to the call. */
  within<R>(next: () => R): R
  end(name: string, about: About, failed: boolean): void
}

/** Who did what, for how long, in whose course. Off: nothing is noted, and nothing of OpenTelemetry is loaded. */
export interface Traces {
  /** Does the work as a part of what goes on. What it throws marks the span by its kind, never by its words. */
  span<R>(name: string, about: About, work: () => Promise<R>): Promise<R>
  /** A trace of its own for work that was left behind; `left` is the `mark` of the call that left it. */
  job<R>(name: string, about: About, left: string | undefined, work: () => Promise<R>): Promise<R>
  /** `traceparent` of W3C, as it came in. */
  call(traceparent: string | undefined): CallSpan
  /** Notes what is over: it began `ms` milliseconds ago. */
  tell(name: string, about: About, ms: number, error?: unknown): void
  /** `traceparent` of what goes on, to hand on with work that is left. */
  mark(): string | undefined
  /** For a line of the log: `trace_id` and `span_id`. */
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
