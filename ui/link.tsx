import type { ComponentProps, MouseEvent } from 'react'
import { goTo } from '#kit/web/history.ts'
import { usePrepare } from '#kit/web/router.tsx'

/**
 * A link within the portal: navigates without a page load and prefetches the screen on hover or focus. Other sites, new
 * windows, downloads and clicks with a modifier key are left to the browser.
 */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const prepareScreen = usePrepare()
  const inside = isScreen(href) && !rest.target && rest.download === undefined
  const prepare = () => {
    if (inside) prepareScreen(href.split(/[?#]/)[0]!)
  }
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!inside || event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    event.preventDefault()
    goTo(href)
  }
  return <a {...rest} href={href} onClick={go} onPointerEnter={prepare} onFocus={prepare} />
}

/** False for paths that the server answers itself. */
const isScreen = (href: string) => /^\/(?!\/|(rest|cms\/cart|covers|docs|dev|sandbox)\/)/.test(href)
const hasModifier = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
