import { Suspense, useEffect, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import type { Tone } from '../tags.tsx'
import { loadOverlays, OverlayToasts, prepareOverlays } from './lazy-overlays.ts'

export type ToastText = { tone?: Tone; title?: string; text: string }

const shownFor = 10_000

/** A message at the top right for ten seconds. It must repeat what the screen says, never replace it. */
export function showToast(toast: ToastText): void {
  loadOverlays().then(
    ({ toastQueue }) => toastQueue.add(toast, { timeout: shownFor }),
    () => undefined,
  )
}

/** Shows why something failed, in the server's words if it gave any. */
export const toastFailure = (error: unknown): void => showToast({ tone: 'bad', text: problemOf(error).messages[0] })

/** Rendered once, in the shell: loads the overlays when the browser is idle. */
export function Toasts() {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const ready = () => {
      prepareOverlays()
      setIdle(true)
    }
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(ready, 500)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(ready, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle ? (
    <Suspense>
      <OverlayToasts />
    </Suspense>
  ) : null
}
