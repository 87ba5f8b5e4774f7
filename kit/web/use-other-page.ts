import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'

/** Another page of a list is read from its beginning: focus goes to the list's heading when it is shown. */
export function useOtherPage(page: number, heading: RefObject<HTMLElement | null>): void {
  const before = useRef(page)
  const shown = useDeferredValue(page)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown, heading])
}
