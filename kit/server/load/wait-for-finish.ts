import { EventEmitter, once } from 'node:events'

const finishes = new EventEmitter().setMaxListeners(0)

/** Wakes waiters in this process for the work with this id. */
export const announceFinish = (id: string): void => {
  finishes.emit(id)
}

const pollMs = 250

/**
 * Waits until `isFinished` returns true, `timeoutMs` is over or the signal is aborted. Work that finishes in this
 * process wakes it at once; a separate worker's is found by polling.
 */
export async function waitForFinish(
  id: string,
  isFinished: () => Promise<boolean>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!signal.aborted) {
    const left = end - performance.now()
    // Listens before checking, so that no finish falls in between.
    const nextLook = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(left, pollMs))))])
    const woken = once(finishes, id, { signal: nextLook }).catch(() => {})
    if ((await isFinished()) || left <= 0) return
    await woken
  }
}
