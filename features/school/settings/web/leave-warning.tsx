import { useEffect, useRef, useState } from 'react'
import { blockNavigation, currentPlace } from '#kit/web/history.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { counted } from './save-bar.tsx'

/** Asks before leaving with unsaved changes: by a link, a step back, or closing the page. */
export function LeaveWarning({ count, save }: { count: number; save: () => Promise<boolean> }) {
  const [leave, setLeave] = useState<() => void>()
  const [busy, setBusy] = useState(false)
  const going = useRef(false)
  const hasChanges = count > 0
  useEffect(() => {
    if (!hasChanges) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const { pathname: here } = currentPlace()
    const letGo = blockNavigation((pathname, go) => {
      if (pathname === here || going.current) return false
      setLeave(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      letGo()
    }
  }, [hasChanges])
  if (!leave) return null

  const stay = () => setLeave(undefined)
  const go = () => {
    going.current = true
    setLeave(undefined)
    leave()
  }
  const saveAndGo = async () => {
    setBusy(true)
    const saved = await save().finally(() => setBusy(false))
    if (saved) go()
    else stay()
  }
  return (
    <Dialog
      alert
      title="Leave without saving?"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay here</Button>
          <Button onClick={go}>Leave</Button>
          <Button ref={focusNow} look="main" busy={busy} onClick={saveAndGo}>
            Save and leave
          </Button>
        </>
      }
    >
      <p>{counted(count)}. In this window they stay chosen, but files are made by what is saved.</p>
    </Dialog>
  )
}
