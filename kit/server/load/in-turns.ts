import { setImmediate } from 'node:timers/promises'

/** Does long work step by step: between two steps, the event loop turns to everything else that waits. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await setImmediate()
  }
}
