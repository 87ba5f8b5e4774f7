import { useEffect, useState } from 'react'

/** After so long what a screen shows counts as not coming, in milliseconds (the specification's render time-out). */
export const renderTimeout = 15_000

/**
 * True once somebody has waited for the same thing for longer than the render time-out. `attempt` names what is waited
 * for: another one is waited for anew.
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
