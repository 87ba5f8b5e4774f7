import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or as soon as `ending` is aborted. */
export type Pause = (ms: number, ending?: AbortSignal) => Promise<void>

/** A pause that can be aborted does not keep the process running. */
export const pause: Pause = (ms, ending) =>
  delay(ms, undefined, { ...(ending ? { signal: ending, ref: false } : {}) }).catch(() => {})
