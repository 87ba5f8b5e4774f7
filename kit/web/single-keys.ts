/** A key that works alone, without Ctrl or Alt; each can be switched off (WCAG 2.1.4). */
export type SingleKey = 'slash-key' | 'page-keys' | 'list-keys'

/** A scanner sends its keys faster than a hand can: a letter within a barcode is no wish. */
export const scannerPaceMs = 60

export function keyIsOn(name: SingleKey): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function switchKey(name: SingleKey, on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // Storage is switched off: the key stays on.
  }
}

/**
 * Calls `pressed` with a key that is pressed alone, except while somebody writes in a field, a dialog or a list is open or
 * a scanner types. It says whether the key was for it. Returns how to stop.
 */
export function hearSingleKey(name: SingleKey, pressed: (key: string) => boolean): () => void {
  let former = Number.NEGATIVE_INFINITY
  const hear = (event: KeyboardEvent) => {
    const pace = event.timeStamp - former
    former = event.timeStamp
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
    if (pace < scannerPaceMs || !keyIsOn(name) || isWrittenIn(event.target)) return
    if (document.querySelector('[role$=dialog], [role=menu]')) return
    if (pressed(event.key)) event.preventDefault()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** Where a letter is written, or chooses from a list; a tick box takes none. */
export const isWrittenIn = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button|submit|file)$/.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(textarea|select)$/i.test(target.tagName))
