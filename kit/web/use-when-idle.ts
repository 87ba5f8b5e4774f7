import { type ComponentType, lazy, useEffect } from 'react'

/** Calls `run`, which must not change between renders, once the browser has nothing else to do. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => onIdle(run), [run])
}

/** Calls `run` once the browser has nothing else to do; returns a function that cancels it. */
export function onIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

/** Like `lazy`, for a part that no one needs before the browser is idle. */
export const lazyWhenIdle = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await new Promise<void>(onIdle)
    return { default: await load() }
  })
