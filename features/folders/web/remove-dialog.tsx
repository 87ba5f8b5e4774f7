import type { ReactNode } from 'react'
import { counted } from '#kit/web/in-words.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** Confirms the removal of several records from a folder; `children` describes the effect. */
export function RemoveDialog({
  count,
  onRemove,
  onClose,
  children,
}: {
  count: number
  onRemove: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      alert
      title={`Remove ${counted(count, 'record')}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            ref={focusNow}
            onClick={() => {
              onClose()
              onRemove()
            }}
          >
            Remove
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
