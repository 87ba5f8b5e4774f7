import { type RefObject, useEffect, useRef } from 'react'
import { lastMove } from './history.ts'

/**
 * After a page change, or when the focused control is gone, such as a removed chip, focus starts at the top of the
 * list. A step back returns to the followed link, and a corrected address moves nothing.
 */
export function useFocusOnNewSearch(screen: RefObject<HTMLElement | null>, search: string): void {
  const former = useRef(search)
  useEffect(() => {
    if (former.current === search) return
    former.current = search
    const { activeElement } = document
    const nowhere = activeElement === document.body
    const move = lastMove()
    if (move === 'push' ? nowhere || activeElement?.closest('.pager') : move === 'step' && nowhere)
      focusHeading(screen.current)
  }, [screen, search])
}

export const focusHeading = (screen: HTMLElement | null): void =>
  screen?.querySelector('h1')?.focus({ preventScroll: true })
