import { useEffect, useState } from 'react'
import { blockNavigation, currentPlace } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

/**
 * Asks before the page is left where the browser keeps nothing: a full or switched-off storage. Everywhere else what is
 * typed is there again when somebody comes back, and nobody is held up.
 */
export function LeaveWarning() {
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const { pathname: here } = currentPlace()
    const letGo = blockNavigation((pathname, go) => {
      // Within the form: a request that is saved for the first time gets its own address.
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
  const stay = () => setLeave(undefined)
  return (
    <Dialog
      alert
      title="Leave without saving?"
      onClose={stay}
      actions={
        <>
          <Button onClick={leave}>Leave</Button>
          <Button ref={focusNow} look="main" onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>This browser keeps nothing for the page, so what is not saved yet would be lost.</p>
    </Dialog>
  )
}
