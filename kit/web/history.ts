/** The browser's place within the portal. `key` identifies the history entry, so that two visits differ. */
export type Place = { pathname: string; search: string; hash: string; href: string; key: string }
export type Move = { kind: 'push' | 'replace' | 'step'; from: Place; to: Place }

const listeners = new Set<(move: Move) => void>()
let place: Place | undefined
/** The address before the last step forward. */
let former: string | undefined

export function currentPlace(): Place {
  place ??= readPlace()
  return place
}

/** Navigates within the portal without a page load. The current address adds no second entry. */
export function goTo(href: string): void {
  if (held?.(new URL(href, window.location.href).pathname, () => goTo(href))) return
  const same = new URL(href, window.location.href).href === window.location.href
  if (same) replaceWith(href)
  else {
    window.history.pushState({ key: newKey() }, '', href)
    tell('push')
  }
}

/** Returns whether leaving is blocked; `leave` continues anyway. */
type Hold = (pathname: string, leave: () => void) => boolean

let held: Hold | undefined

/** Calls `hold` before every navigation to another address, until the returned function is called: for unsaved work. */
export function blockNavigation(hold: Hold): () => void {
  held = hold
  return () => {
    if (held === hold) held = undefined
  }
}

/** Like `goTo`, replacing the current history entry. */
export function replaceWith(href: string): void {
  window.history.replaceState({ key: newKey() }, '', href)
  tell('replace')
}

const leftKey = 'left-to-come-back'

/**
 * Leaves the portal for an address that leads back here, such as sign-in. The history then has that address in between,
 * so the previous place is stored for `placeBefore`.
 */
export function leaveWithReturn(address: string): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify({ from: currentPlace().href, before: former ?? null }))
  } catch {
    // Storage is disabled: the history's own way back is used.
  }
  window.location.replace(address)
}

/**
 * The place before this one when the person left it to come back; null for none, undefined if they have not left it.
 */
export function placeBefore({ href, key }: Place): string | null | undefined {
  if (key !== firstKey) return undefined
  try {
    const left = JSON.parse(sessionStorage.getItem(leftKey) ?? 'null') as { from: string; before: string | null } | null
    return left?.from === href ? left.before : undefined
  } catch {
    return undefined
  }
}

export const goBack = (): void => window.history.back()

/** Called after the address has changed and before the screen has. */
export function onMove(listener: (move: Move) => void): () => void {
  if (listeners.size === 0) {
    place = readPlace()
    window.addEventListener('popstate', stepped)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', stepped)
  }
}

function stepped() {
  const { pathname, search, hash } = window.location
  const from = currentPlace()
  // The browser handles jumps within the page itself.
  if (pathname === from.pathname && search === from.search && hash !== from.hash) place = readPlace()
  else if (held?.(pathname, () => goTo(pathname + search + hash)))
    // The browser has navigated already: restore this entry. The entries ahead of it are lost.
    window.history.pushState({ key: from.key }, '', from.href)
  else tell('step')
}

let last: Move['kind'] | undefined

/** How the current place was reached; undefined if by a page load. */
export const lastMove = (): Move['kind'] | undefined => last

function tell(kind: Move['kind']) {
  last = kind
  const from = currentPlace()
  const to = readPlace()
  place = to
  if (kind !== 'replace') former = kind === 'push' ? from.href : undefined
  for (const listener of listeners) listener({ kind, from, to })
}

function readPlace(): Place {
  const { pathname, search, hash } = window.location
  const key = (window.history.state as { key?: string } | null)?.key ?? firstKey
  return { pathname, search, hash, href: pathname + search + hash, key }
}

/** The history entry made by a page load. */
const firstKey = 'first'
const newKey = () => Math.random().toString(36).slice(2, 10)
