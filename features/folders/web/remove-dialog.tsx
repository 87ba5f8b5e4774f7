import type { ReactNode } from 'react'
import { counted } from '#kit/web/format.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Confirms the removal of several records from a folder; `children` describes the effect. */
export const RemoveDialog = ({
  count,
  onRemove,
  onClose,
  children,
}: {
  count: number
  onRemove: () => void
  onClose: () => void
  children: ReactNode
}) => (
  <ConfirmDialog
    title={`Remove ${counted(count, 'record')}?`}
    action="Remove"
    undoable
    onConfirm={() => {
      // First: what follows moves the focus.
      onClose()
      onRemove()
    }}
    onClose={onClose}
  >
    <p>{children}</p>
  </ConfirmDialog>
)
