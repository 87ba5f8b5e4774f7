import { useEffect, useState } from 'react'

/** Milliseconds after which a screen's data count as not coming (the specification's render timeout). */
export const renderTimeout = 15_000

/**
 * True after waiting for one thing longer than the render timeout. `attempt` identifies it: a new one restarts the
 * timer.
 */
export function useTooLong(waiting: boolean, attempt: unknown): boolean {
  const [late, setLate] = useState<{ attempt: unknown }>()
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate({ attempt }), renderTimeout)
    return () => {
      clearTimeout(timer)
      setLate(undefined)
    }
  }, [waiting, attempt])
  return waiting && late !== undefined && late.attempt === attempt
}
