import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#ui/layout.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { workBy } from '#kit/web/after-work.ts'
import { Router } from '#kit/web/router.tsx'
import { newCache } from '#kit/web/use-api.ts'
import { placeAfterMove } from '#shell/focus.ts'
import { reloadAfterUpgrade } from '#shell/reload-after-upgrade.ts'
import { Shell } from '#shell/shell.tsx'
import { screens } from './screens.tsx'

const cache = newCache()

reloadAfterUpgrade()
workBy(() => import('#platform/human-check/web/do-work.ts'))

// Only over https and on this machine. Without it, everything works but the page shown offline.
window.addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined))

// Requested while the first screen's script is still loading.
void cache.prefetchQuery(currentUser)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <Router routes={screens} onDrawn={placeAfterMove}>
        <Shell />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
