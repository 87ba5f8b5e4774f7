import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'

/** A new page of a list is read from its beginning: focuses the list's heading once it is shown. */
export function useOtherPage(page: number, heading: RefObject<HTMLElement | null>): void {
  const before = useRef(page)
  const shown = useDeferredValue(page)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown, heading])
}
