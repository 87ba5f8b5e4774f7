/** Runs at most `limit` pieces of work at a time; the others wait in their order. */
export function takeTurns(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go))
    else running++
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
