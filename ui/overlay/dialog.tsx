import { type ReactNode, Suspense } from 'react'
import { OverlayDialog } from './lazy-overlays.ts'
import type { DialogShape } from './overlays.tsx'

/**
 * Render it while it is open: `{open && <Dialog …>}`. Traps and restores focus; Escape and a click outside close it,
 * except an `alert`, which requires an answer.
 */
export function Dialog({
  title,
  shape = 'plain',
  alert = false,
  lang,
  onClose,
  actions,
  children,
}: {
  title: string
  shape?: DialogShape
  alert?: boolean
  /** If it is not the screen’s. */
  lang?: string
  onClose: () => void
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Suspense>
      <OverlayDialog
        title={title}
        shape={shape}
        role={alert ? 'alertdialog' : 'dialog'}
        {...{ lang, onClose, actions }}
      >
        {children}
      </OverlayDialog>
    </Suspense>
  )
}
