import { type ReactNode, Suspense } from 'react'
import { OverlayDialog } from './lazy-overlays.ts'
import type { DialogShape } from './overlays.tsx'

/**
 * Draw it while it is open: `{open && <Dialog …>}`. Focus goes in, stays in and comes back; Escape and a click beside it
 * close it, except an `alert`, which wants an answer.
 */
export function Dialog({
  title,
  shape = 'plain',
  alert = false,
  onClose,
  actions,
  children,
}: {
  title: string
  shape?: DialogShape
  alert?: boolean
  onClose: () => void
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Suspense>
      <OverlayDialog
        title={title}
        shape={shape}
        role={alert ? 'alertdialog' : 'dialog'}
        onClose={onClose}
        actions={actions}
      >
        {children}
      </OverlayDialog>
    </Suspense>
  )
}
