import { type RefObject, useEffect } from 'react'
import { isWrittenIn } from '#kit/web/single-keys.ts'

/** A scanner does not know where the focus is: what it types beside every field goes into this one, from its first key. */
export function useScanner(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[a-z0-9]$/i.test(event.key)) return
      if (isWrittenIn(event.target) || document.querySelector('[role$=dialog], [role=menu]')) return
      // The key itself is then written by the browser into what has the focus.
      field.current?.focus()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
