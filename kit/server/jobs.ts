import type { z } from 'zod'

/**
 * Work that is done after the reply and survives a restart. `run` may be called again after a crash, so it must be safe
 * to repeat.
 */
export type Job<App, Data extends object = object> = {
  name: string
  data: z.ZodType<Data>
  /** Seconds after which an attempt counts as lost and is given to another worker. */
  expireSeconds: number
  /** For a day, a try that met a service that is away, or was lost with its process, does not count. */
  retries: number
  /** Minute, hour, day, month and weekday, in the server’s zone, at which it is left by itself with `{}` as its data: once for all processes. */
  cron?: string
  run: (app: App, data: Data, signal: AbortSignal) => Promise<void>
  /** Called when the last retry has failed. */
  failed?: (app: App, data: Data) => Promise<void>
  /** Called before somebody has a job that failed tried once more: undoes what `failed` has done. */
  again?: (app: App, data: Data) => Promise<void>
}

/** Keeps the data's type from the schema to `run`. */
export const job = <App, Data extends object>(definition: Job<App, Data>): Job<App, Data> => definition

/** `again`: a try has failed, and the next one waits. */
export type JobState = 'waiting' | 'again' | 'working' | 'failed'

/** A job that is not done. */
export type KeptJob = {
  id: string
  name: string
  state: JobState
  tries: number
  data: Record<string, unknown>
  /** Of the last try that failed; '' where none has. */
  reason: string
  createdAt: Date
  /** When it is taken up, was, or was given up. */
  nextAt: Date
}

/** Where use-cases leave work. */
export interface Queue {
  /**
   * Left in the caller's transaction when `within` is given: then there is a job exactly if the transaction commits.
   * `afterMs`: it is not taken up before.
   */
  enqueue<App, Data extends object>(
    definition: Job<App, Data>,
    data: Data,
    options?: { within?: unknown; afterMs?: number },
  ): Promise<void>
}

/** What has been left and is not done. */
export interface KeptJobs {
  /** Jobs that are not done, newest first. */
  list(asked: {
    state?: JobState | undefined
    from: number
    count: number
  }): Promise<{ jobs: KeptJob[]; total: number }>
  /** How many there are of each kind and state, and when the first of them was or is to be taken up. */
  counts(): Promise<{ name: string; state: JobState; count: number; dueAt: Date }[]>
  /** Has a job that failed tried once more. */
  retry<App>(app: App, id: string): Promise<'tried' | 'not_failed' | 'unknown'>
}
