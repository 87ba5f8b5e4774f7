import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/layout.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { currentUser, showTimesOf } from '#features/account/web/account-parts.tsx'
import { workBy } from '#kit/web/after-work.ts'
import type { Drawn } from '#kit/web/router.tsx'
import { newCache } from '#kit/web/use-api.ts'
import { reloadAfterUpgrade } from '#shell/reload-after-upgrade.ts'
import { readReplies } from './drawing/replies.ts'
import { WholePage } from './drawing/whole-page.tsx'

const cache = newCache()

reloadAfterUpgrade()
workBy(() => import('#platform/human-check/web/do-work.ts'))

// Only over https and on this machine. Without it, everything works but the page shown offline.
window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined))

const root = document.getElementById('root')!
const drawn = root.dataset.drawn as Drawn | undefined
if (drawn) {
  readReplies(document.getElementById('replies')!.textContent, cache)
  showTimesOf(cache.getQueryData(currentUser.queryKey) ?? null)
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style!
    element.removeAttribute('data-style')
  }
  hydrateRoot(root, <WholePage {...{ cache, drawn }} />, {
    onRecoverableError: (error) => {
      if (!isOfLaterPart(error)) reportError(error)
    },
  })
} else {
  // Requested while the first screen's script is still loading.
  void cache.prefetchQuery(currentUser)
  createRoot(root).render(<WholePage cache={cache} />)
}

/** React reports a part that the server left to the browser, such as the footer, as error 419, and draws it. */
function isOfLaterPart(error: unknown) {
  return error instanceof Error && /#419|could not finish this Suspense boundary/.test(error.message)
}
