import { useEffect, useRef, useState } from 'react'
import { blockNavigation, currentPlace } from '#kit/web/history.ts'

const nowhere = () => false

/**
 * Holds every navigation to another address while `unsaved`, and lets the browser ask before the page is closed. `held`:
 * a navigation waits for `go` or `stay`. `stays`: addresses that lose nothing; it must not change between renders.
 */
export function useLeaving(unsaved: boolean, stays: (pathname: string) => boolean = nowhere) {
  const [leave, setLeave] = useState<() => void>()
  const going = useRef(false)
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const { pathname: here } = currentPlace()
    const letGo = blockNavigation((pathname, go) => {
      if (pathname === here || going.current || stays(pathname)) return false
      setLeave(() => go)
      return true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      letGo()
    }
  }, [unsaved, stays])
  return {
    held: leave !== undefined,
    stay: () => setLeave(undefined),
    go: () => {
      going.current = true
      setLeave(undefined)
      leave?.()
    },
  }
}
