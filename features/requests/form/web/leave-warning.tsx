import { useLeaving } from '#ui/form/use-leaving.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Within the form: a request gets its own address when it is first saved. */
const isForm = (pathname: string) => pathname.startsWith('/CreateCatalogueRequest/')

/**
 * Asks before leaving if the browser's storage is full or disabled. Otherwise the input is restored later, so no one is
 * asked.
 */
export function LeaveWarning() {
  const { held, go, stay } = useLeaving(true, isForm)
  if (!held) return null
  return (
    <ConfirmDialog title="Leave without saving?" action="Leave" cancel="Stay here" onConfirm={go} onClose={stay}>
      <p>Your browser can’t store your work, so you’ll lose unsaved changes.</p>
    </ConfirmDialog>
  )
}
