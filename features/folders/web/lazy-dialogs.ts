import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'

/**
 * The dialogs of a screen, in a separate script: fetched when the browser is idle, or when a button that opens one is
 * hovered or focused. `near` are the props of such a button.
 */
export function lazyDialogs<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Dialogs = lazy(async () => ({ default: await load() }))
  const prepare = () => {
    prepareOverlays()
    // A failed fetch is reported when a dialog is opened.
    void load().catch(() => undefined)
  }
  return {
    Dialogs: (props: Props) => createElement(Suspense, null, createElement(Dialogs, props)),
    near: { onPointerEnter: prepare, onFocus: prepare },
    usePrepared: () => usePreparedWhenIdle(prepare),
  }
}

function usePreparedWhenIdle(prepare: () => void) {
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(prepare, 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(prepare, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [prepare])
}
