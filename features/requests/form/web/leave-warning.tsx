import { useEffect, useState } from 'react'
import { blockNavigation, currentPlace } from '#kit/web/history.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/**
 * Asks before leaving if the browser's storage is full or disabled. Otherwise the input is restored later, so nobody is
 * asked.
 */
export function LeaveWarning() {
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const { pathname: here } = currentPlace()
    const letGo = blockNavigation((pathname, go) => {
      // Within the form: a request gets its own address when it is first saved.
      if (pathname === here || pathname.startsWith('/CreateCatalogueRequest/')) return false
      setLeave(() => () => {
        letGo()
        go()
      })
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      letGo()
    }
  }, [])
  if (!leave) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      cancel="Stay here"
      onConfirm={leave}
      onClose={() => setLeave(undefined)}
    >
      <p>This browser keeps nothing for the page, so what is not saved yet would be lost.</p>
    </ConfirmDialog>
  )
}
