/** Where the browser is within the portal. `key` names the entry of its history, so that two visits are told apart. */
export type Place = { pathname: string; search: string; hash: string; href: string; key: string }
export type Move = { kind: 'push' | 'replace' | 'step'; from: Place; to: Place }

const listeners = new Set<(move: Move) => void>()
let place: Place | undefined
/** The address that a step forward has led here from. */
let former: string | undefined

export function currentPlace(): Place {
  place ??= readPlace()
  return place
}

/** Goes to an address of the portal without a page load. The address it is at already makes no second entry. */
export function goTo(href: string): void {
  if (held?.(new URL(href, window.location.href).pathname, () => goTo(href))) return
  const same = new URL(href, window.location.href).href === window.location.href
  if (same) replaceWith(href)
  else {
    window.history.pushState({ key: newKey() }, '', href)
    tell('push')
  }
}

/** Answers whether somebody is kept from leaving; `leave` goes on after all. */
type Hold = (pathname: string, leave: () => void) => boolean

let held: Hold | undefined

/** Before a step to another address `hold` is asked, until what this returns is called: for work that is not saved. */
export function blockNavigation(hold: Hold): () => void {
  held = hold
  return () => {
    if (held === hold) held = undefined
  }
}

/** As `goTo`, in the place of the current entry. */
export function replaceWith(href: string): void {
  window.history.replaceState({ key: newKey() }, '', href)
  tell('replace')
}

const leftKey = 'left-to-come-back'

/**
 * Leaves the portal for an address that leads back here, such as sign-in. The history then has that address in between,
 * so what stood before is noted for `placeBefore`.
 */
export function leaveToComeBack(address: string): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify({ from: currentPlace().href, before: former ?? null }))
  } catch {
    // Storage is switched off: the way back is the history's.
  }
  window.location.replace(address)
}

/** Where the person was before they left this place to come back; null for nowhere, undefined when they have not left it. */
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

/** Told after the address has changed and before the screen has. */
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
  // A jump within the page is the browser's own.
  if (pathname === from.pathname && search === from.search && hash !== from.hash) place = readPlace()
  else if (held?.(pathname, () => goTo(pathname + search + hash)))
    // The browser has gone already. What lay ahead of this place is lost, the place itself is not.
    window.history.pushState({ key: from.key }, '', from.href)
  else tell('step')
}

function tell(kind: Move['kind']) {
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

/** The entry that a page load has made. */
const firstKey = 'first'
const newKey = () => Math.random().toString(36).slice(2, 10)
