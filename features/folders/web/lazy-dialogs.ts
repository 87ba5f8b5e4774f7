import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
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
    usePrepared: () => useWhenIdle(prepare),
  }
}
