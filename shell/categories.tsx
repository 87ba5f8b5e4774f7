import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { FirstCategories, prepareCategories } from '#features/downloads/collections/web/collections-parts.tsx'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { words } from './messages/messages.ts'

const edge = 12

function place(list: HTMLElement, button: HTMLElement) {
  const at = button.getBoundingClientRect()
  const left = Math.min(at.left, document.documentElement.clientWidth - list.offsetWidth - edge)
  list.style.left = `${window.scrollX + Math.max(edge, left)}px`
  list.style.top = `${window.scrollY + at.bottom + 2}px`
}
const close = (list: HTMLElement | null) => list?.hidePopover()

/**
 * Beside "Collections" in the navigation: opens the list of first-level categories as links. It lies above the
 * navigation row, which scrolls on a phone, and moves with the page.
 */
export function CategoriesButton() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return
    const leave = ({ target }: FocusEvent) => {
      if (target !== button.current && !list.current?.contains(target as Node)) close(list.current)
    }
    const follow = () => place(list.current!, button.current!)
    follow()
    document.addEventListener('focusin', leave)
    window.addEventListener('resize', follow)
    return () => {
      document.removeEventListener('focusin', leave)
      window.removeEventListener('resize', follow)
    }
  }, [open])
  return (
    <span className="sub-more">
      <Button
        ref={button}
        square
        look="bare"
        icon={ChevronDown}
        aria-expanded={open}
        popoverTarget="collection-categories"
        onPointerEnter={prepareCategories}
        onFocus={prepareCategories}
      >
        {words.categories}
      </Button>
      <div
        ref={list}
        id="collection-categories"
        popover="auto"
        className="sub-list"
        onToggle={({ newState }) => setOpen(newState === words.open)}
      >
        {open && (
          <LazyPart quiet>
            <FirstCategories onGo={() => close(list.current)} />
          </LazyPart>
        )}
      </div>
    </span>
  )
}
