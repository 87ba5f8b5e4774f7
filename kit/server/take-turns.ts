import type { Line } from './line.ts'

type Turns = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/**
 * Runs at most `limit` pieces of work at a time; the others wait in their order, seen in `line` where one is given.
 * Whoever gives up by `signal` before its turn leaves, and its work is not begun.
 */
export function takeTurns(limit: number, line?: Line): Turns {
  const waiting: (() => void)[] = []
  let running = 0

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = line?.enter()
      const done = () => {
        leave?.()
        signal?.removeEventListener('abort', giveUp)
      }
      const go = () => {
        done()
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        done()
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.push(go)
    })

  return async (work, signal) => {
    signal?.throwIfAborted()
    if (running >= limit) await turn(signal)
    else {
      line?.enter()()
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The turn goes straight to the next one, so nobody who comes just now can overtake it.
      if (next) next()
      else running--
    }
  }
}
