/** A single-key shortcut, without Ctrl or Alt; each can be switched off (WCAG 2.1.4). */
export type SingleKey = 'slash-key' | 'page-keys' | 'list-keys'

/** Milliseconds between keys. Scanners type faster than people: a letter in a barcode is no shortcut. */
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
    // Storage is disabled: the key stays on.
  }
}

/** Toasts, which are dialogs too, but not modal ones, leave the keys to the screen. */
export const openDialog = '[role$=dialog]:not([aria-modal=false])'

/**
 * Calls `pressed` for single keys, except while someone types in a field, a dialog or list is open, or a scanner
 * types. `pressed` returns whether it handled the key. Returns a function that stops listening.
 */
export function hearSingleKey(name: SingleKey, pressed: (key: string) => boolean): () => void {
  let former = Number.NEGATIVE_INFINITY
  const hear = (event: KeyboardEvent) => {
    // It begins a `?`, however quickly that follows.
    if (event.key === 'Shift') return
    const pace = event.timeStamp - former
    former = event.timeStamp
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
    if (pace < scannerPaceMs || !keyIsOn(name) || isWrittenIn(event.target)) return
    if (document.querySelector(`${openDialog}, [role=menu]`)) return
    if (pressed(event.key)) event.preventDefault()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

/** True where letters are typed or choose from a list; not for checkboxes. */
export const isWrittenIn = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button|submit|file)$/.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(textarea|select)$/i.test(target.tagName))
