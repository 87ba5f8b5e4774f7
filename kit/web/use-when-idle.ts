import { useEffect } from 'react'

/** Calls `run`, which must not change between renders, once the browser has nothing else to do. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(run, 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [run])
}
