import { Suspense, useEffect, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import type { Tone } from '../tags.tsx'
import { loadOverlays, OverlayToasts, prepareOverlays } from './lazy-overlays.ts'

export type ToastText = { tone?: Tone; title?: string; text: string }

const shownFor = 10_000

/** A note at the top right for ten seconds. It repeats what the screen says; it never says it alone. */
export function showToast(toast: ToastText): void {
  void loadOverlays().then(({ toastQueue }) => toastQueue.add(toast, { timeout: shownFor }))
}

/** Why something did not work, in the server's words where it has said so. */
export const toastFailure = (error: unknown): void =>
  showToast({ tone: 'bad', text: error instanceof Problem ? error.messages[0]! : genericSentence })

/** Stands once in the shell: fetches the overlays when the browser is idle. */
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
