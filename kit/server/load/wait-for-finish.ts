import { EventEmitter, once } from 'node:events'

const finishes = new EventEmitter().setMaxListeners(0)

/** Wakes who waits in this process for the work of this id. */
export const announceFinish = (id: string): void => {
  finishes.emit(id)
}

const pollMs = 250

/**
 * Waits until `isFinished` answers true, `timeoutMs` is over or the signal is aborted. A finish in this process wakes
 * it at once; one in a separate worker is seen by looking again.
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
    // Listening begins before looking, so that no finish falls in between.
    const nextLook = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(left, pollMs))))])
    const woken = once(finishes, id, { signal: nextLook }).catch(() => {})
    if ((await isFinished()) || left <= 0) return
    await woken
  }
}
