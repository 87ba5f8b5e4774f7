import type { Schema } from '#kit/contract.ts'

/**
 * Work done after the reply, which survives a restart. `run` may be repeated after a crash, so it must be idempotent.
 */
export type Job<App, Data extends object = object> = {
  name: string
  data: Schema<Data>
  /** Timeout in seconds, after which another worker gets the job. */
  expireSeconds: number
  /** For a day, an attempt that failed on an unavailable service, or was lost with its process, does not count. */
  retries: number
  /** Cron expression in the provider’s time zone; the job is enqueued with `{}` as its data, once for all processes. */
  cron?: string
  run: (app: App, data: Data, signal: AbortSignal) => Promise<void>
  /** Called when the last retry has failed. */
  failed?: (app: App, data: Data) => Promise<void>
  /** Called before a failed job is retried by hand: undoes what `failed` did. */
  again?: (app: App, data: Data) => Promise<void>
}

/** Keeps the data's type from the schema to `run`. */
export const job = <App, Data extends object>(definition: Job<App, Data>): Job<App, Data> => definition

/** `again`: an attempt has failed, and a retry is due. */
export type JobState = 'waiting' | 'again' | 'working' | 'failed'

/** An unfinished job. */
export type UnfinishedJob = {
  id: string
  name: string
  state: JobState
  tries: number
  data: Record<string, unknown>
  /** Error of the last failed attempt; '' if there is none. */
  reason: string
  createdAt: Date
  /** When it is due, was started, or was given up. */
  nextAt: Date
}

/** Use cases enqueue jobs here. */
export interface Queue {
  /**
   * With `tx`, the job is part of the caller's transaction: it exists exactly if that commits. `afterMs` delays it.
   */
  enqueue<App, Data extends object>(
    definition: Job<App, Data>,
    data: Data,
    options?: { tx?: unknown; afterMs?: number },
  ): Promise<void>
}

/** Enqueued, unfinished jobs. */
export interface UnfinishedJobs {
  /** Unfinished jobs, newest first. */
  list(query: {
    state?: JobState | undefined
    from: number
    count: number
  }): Promise<{ jobs: UnfinishedJob[]; total: number }>
  /** Counts by kind and state, and when the first of each is or was due. */
  counts(): Promise<{ name: string; state: JobState; count: number; dueAt: Date }[]>
  /** Retries a failed job. */
  retry<App>(app: App, id: string): Promise<'tried' | 'not_failed' | 'unknown'>
}
