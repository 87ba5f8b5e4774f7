import { useEffect, useState } from 'react'
import { blockNavigation, currentPlace } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

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
