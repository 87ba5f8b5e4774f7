import { askingClient } from '../came-from.ts'
import { FairQueue } from './fair-queue.ts'
import type { WaitQueue } from './wait-queue.ts'

type ConcurrencyLimit = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Runs at most `limit` pieces of work at a time; waiting clients take turns. `waitQueue`, if given, measures the
 * waiting. Work aborted by `signal` before its turn leaves the queue and is not started.
 */
export function limitConcurrency(limit: number, waitQueue?: WaitQueue): ConcurrencyLimit {
  const waiting = new FairQueue<() => void>()
  let running = 0

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const client = askingClient()
      const leave = waitQueue?.enter(client)
      const done = () => {
        leave?.()
        signal?.removeEventListener('abort', giveUp)
      }
      const go = () => {
        done()
        resolve()
      }
      const giveUp = () => {
        waiting.remove(go)
        done()
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.push(client, go)
    })

  return async (work, signal) => {
    signal?.throwIfAborted()
    if (running >= limit) await turn(signal)
    else {
      waitQueue?.enter(askingClient())()
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()?.item
      // Passes the slot directly to the next one, so that no newcomer can overtake it.
      if (next) next()
      else running--
    }
  }
}
