import { Suspense, useCallback, useState } from 'react'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import type { Tone } from '../tags.tsx'
import { loadOverlays, OverlayToasts, prepareOverlays } from './lazy-overlays.ts'

export type ToastText = {
  tone?: Tone
  title?: string
  text: string
  /** A button that also closes the toast, for example to undo. */
  action?: { label: string; act: () => void }
}

const shownFor = 10_000

/** A message at the top right for ten seconds. Screen readers read it by themselves. */
export function showToast(toast: ToastText & { tone?: Exclude<Tone, 'ok'> }): void {
  add(toast)
}

/**
 * A success that nothing else on the screen shows. A success is shown and read once, in one of three ways:
 * - The screen shows it where the person looks, as a row, a `<Done>` or a button's new label: `announce` it, unless it
 *   gets the focus.
 * - It needs the person next, such as a new key: a dialog or another page, which gets the focus.
 * - Otherwise: this toast.
 */
export function toastSuccess(success: string | Omit<ToastText, 'tone'>): void {
  add({ ...(typeof success === 'string' ? { text: success } : success), tone: 'ok' })
}

function add(toast: ToastText): void {
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
  const ready = useCallback(() => {
    prepareOverlays()
    setIdle(true)
  }, [])
  useWhenIdle(ready)
  return idle ? (
    <Suspense>
      <OverlayToasts />
    </Suspense>
  ) : null
}
