import { type RefObject, useEffect } from 'react'

const storageName = 'slash-key'
/** A scanner sends its keys faster than a hand can: a slash within a barcode is not a wish to search. */
const scannerPaceMs = 60

export function slashIsOn(): boolean {
  try {
    return localStorage.getItem(storageName) !== 'off'
  } catch {
    return true
  }
}

export function switchSlash(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, 'off')
  } catch {
    // Storage is switched off: the key stays on.
  }
}

/** `/` leads to the search box, except while somebody writes in a field, a dialog is open or a scanner types. */
export function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    let former = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      const pace = event.timeStamp - former
      former = event.timeStamp
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (pace < scannerPaceMs || !slashIsOn() || isField(event.target) || document.querySelector('[role$=dialog]'))
        return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [box])
}

/** Where a slash is written; a tick box takes none. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button|submit|file)$/.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(textarea|select)$/i.test(target.tagName))
