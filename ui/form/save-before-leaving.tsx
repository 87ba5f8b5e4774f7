import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { focusNow } from '../focus-now.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { useLeaving } from './use-leaving.ts'

/**
 * Asks before leaving while something is `unsaved`: by a link, a step back, or closing the page. `save` returns whether
 * it succeeded: otherwise the person stays.
 */
export function SaveBeforeLeaving({
  unsaved,
  title,
  action,
  save,
  children,
}: {
  unsaved: boolean
  title: string
  /** The label of the button that saves and continues. */
  action: string
  save: () => Promise<boolean>
  children: ReactNode
}) {
  const { held, go, stay } = useLeaving(unsaved)
  const [busy, setBusy] = useState(false)
  if (!held) return null
  const saveAndGo = async () => {
    setBusy(true)
    const saved = await save().finally(() => setBusy(false))
    if (saved) go()
    else stay()
  }
  return (
    <Dialog
      alert
      title={title}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay here</Button>
          <Button onClick={go}>Leave</Button>
          <Button ref={focusNow} look="main" busy={busy} onClick={saveAndGo}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
