import { type Move, onMove } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'

type Left = { top: number; held: string | undefined }

const timeoutMs = 2000
const left = new Map<string, Left>()

/** Remembers a screen's scroll position and focus when it is left. */
export function rememberScreens(): () => void {
  window.history.scrollRestoration = 'manual'
  return onMove(({ from }) => {
    left.set(from.key, { top: window.scrollY, held: selectorOf(document.activeElement) })
  })
}

/**
 * A new screen starts at the top, with focus at its beginning and its title announced; a step back restores scroll
 * position and focus.
 */
export function placeAfterMove({ kind, from, to }: Move): void {
  const before = kind === 'step' ? left.get(to.key) : undefined
  if (before) {
    returnTo(before)
    return
  }
  if (kind !== 'replace') window.scrollTo({ top: 0, behavior: 'instant' })
  if (from.pathname === to.pathname) return
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  announceTitle()
}

/** The page's initial title, until a screen sets one. */
const pageTitle = globalThis.document?.title
let heard: string | undefined
let stopWaiting = () => {}

/** A screen sets its title once its data are loaded; it is announced only then. */
function announceTitle() {
  stopWaiting()
  const say = () => {
    if (document.title === pageTitle || document.title === '' || document.title === heard) return
    stopWaiting()
    heard = document.title
    announce(document.title)
  }
  const watch = new MutationObserver(say)
  watch.observe(document.head, { childList: true, subtree: true, characterData: true })
  const timer = setTimeout(() => stopWaiting(), timeoutMs)
  stopWaiting = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
  say()
}

/** The screen may still be rendering its list: retries until the page is long enough and the link exists. */
function returnTo({ top, held }: Left) {
  const until = performance.now() + timeoutMs
  if (held === undefined) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  const look = () => {
    window.scrollTo({ top, behavior: 'instant' })
    const found = held === undefined ? null : document.querySelector<HTMLElement>(held)
    found?.focus({ preventScroll: true })
    const done = Math.abs(window.scrollY - top) < 2 && (held === undefined || found !== null)
    if (!done && performance.now() < until) requestAnimationFrame(look)
  }
  look()
}

function selectorOf(element: Element | null) {
  if (!element || element === document.body || element.tagName === 'MAIN') return undefined
  // React's generated ids change with every render of a screen.
  if (element.id && !/^_r|:/.test(element.id)) return `#${CSS.escape(element.id)}`
  const href = element.getAttribute('href')
  return href ? `main a[href=${JSON.stringify(href)}]` : undefined
}
