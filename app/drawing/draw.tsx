import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { currentUser, showTimesOf } from '#features/account/web/account-parts.tsx'
import { sendBy } from '#kit/web/fetch-json.ts'
import type { Drawn } from '#kit/web/router.tsx'
import { matchRoute } from '#kit/web/routes.ts'
import { newCache } from '#kit/web/use-api.ts'
import { screens } from '../screens.tsx'
import { writeReplies } from './replies.ts'
import { WholePage } from './whole-page.tsx'

/** Sends a read as the person who gets the page. */
export type Read = (address: string) => Promise<Response>

const reads = new AsyncLocalStorage<Read>()

const loaded = new Set<string>()

/** Screens can need the reply to one call for the next. */
const mostRounds = 3

sendBy(async (address, { method } = {}) => {
  if (method !== 'GET') throw new Error('Drawing a page changes nothing.')
  return reads.getStore()!(String(address))
})

export type Drawing = {
  html: string
  title: string | undefined
  /** Replies for the browser to take over: see replies.ts. */
  replies: string
  drawn: Drawn
  isSignedIn: boolean
}

/**
 * The first view of an address, as the browser would draw it. Replies that take longer than `patienceMs` are left to
 * the browser, and so are the screens that app/screens.tsx does not say are drawn here.
 */
export function draw(href: string, { read, patienceMs }: { read: Read; patienceMs: number }): Promise<Drawing> {
  return reads.run(read, async () => {
    const end = new Promise<'late'>((resolve) => setTimeout(resolve, patienceMs, 'late'))
    const cache = newCache()
    const { pathname, search } = new URL(href, 'http://localhost')
    const at = { pathname, search, hash: '', href, key: 'first' }
    const route = matchRoute(screens, pathname)?.route
    const me = await cache.fetchQuery(currentUser)
    const drawn: Drawn = route?.drawn && !me?.missingFactor ? 'screen' : 'frame'
    const render = () => {
      showTimesOf(me)
      return renderToString(<WholePage {...{ cache, drawn, at }} />)
    }
    let html = render()
    if (drawn === 'screen' && !loaded.has(route!.path)) {
      loaded.add(route!.path)
      // React begins to load a screen when it draws it.
      await route!.screen.prepare()
      await new Promise(setImmediate)
      html = render()
    }
    for (let round = 0; round < mostRounds; round++) {
      const missing = unanswered(cache)
      if (missing.length === 0) break
      const inTime = await Promise.race([end, Promise.allSettled(missing.map((query) => query.fetch()))])
      // Omit failed calls: the browser repeats them and shows the reason.
      for (const query of cache.getQueryCache().getAll())
        if (query.state.status === 'error') cache.getQueryCache().remove(query)
      html = render()
      if (inTime === 'late') break
    }
    return { ...withoutStyles(apart(html)), replies: writeReplies(cache), drawn, isSignedIn: me !== null }
  })
}

const unanswered = (cache: QueryClient) =>
  cache
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.status === 'pending' && (options as { enabled?: boolean }).enabled !== false)

/** React puts titles and preloads where a page has its head. */
function apart(html: string) {
  const title = html.match(/<title>([\s\S]*?)<\/title>/)?.[1]
  return { title, html: html.replace(/<title>[\s\S]*?<\/title>|<link rel="preload"[^>]*>/g, '') }
}

/** The content security policy lets no style attribute in; the browser sets them when it takes over. */
const withoutStyles = <T extends { html: string }>(given: T): T => ({
  ...given,
  html: given.html.replaceAll(' style="', ' data-style="'),
})
