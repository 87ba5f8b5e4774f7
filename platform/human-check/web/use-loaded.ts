import { useEffect, useState } from 'react'

/** The specification's interval. */
const everyMs = 200
const timeoutMs = 15_000

/**
 * Loads something external: `begin` requests it, `peek` is polled until it has arrived. `late` once that takes too
 * long.
 */
export function useLoaded<T>(begin: () => void, peek: () => T | undefined) {
  const [loaded, setLoaded] = useState(peek)
  const [late, setLate] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once in each attempt
  useEffect(() => {
    if (loaded !== undefined) return
    begin()
    const since = Date.now()
    const timer = setInterval(() => {
      const come = peek()
      if (come !== undefined) setLoaded(() => come)
      else if (Date.now() - since > timeoutMs) setLate(true)
    }, everyMs)
    return () => clearInterval(timer)
  }, [loaded, attempt])
  const again = () => {
    setLate(false)
    setAttempt(attempt + 1)
  }
  return { loaded, late: late && loaded === undefined, again }
}
