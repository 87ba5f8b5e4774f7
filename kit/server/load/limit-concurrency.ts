import { askingClient } from '../came-from.ts'
import { FairQueue } from './fair-queue.ts'
import type { WaitQueue } from './wait-queue.ts'

type ConcurrencyLimit = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Runs at most `limit` pieces of work at a time; the clients of the others take turns. `waitQueue`, where one is given, sees who waits.
 * Whoever gives up by `signal` before its turn leaves, and its work is not begun.
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
      // The turn goes straight to the next one, so nobody who comes just now can overtake it.
      if (next) next()
      else running--
    }
  }
}
