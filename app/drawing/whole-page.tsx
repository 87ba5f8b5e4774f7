import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Place } from '#kit/web/history.ts'
import { type Drawn, Router } from '#kit/web/router.tsx'
import { placeAfterMove } from '#shell/focus.ts'
import { Shell } from '#shell/shell.tsx'
import { screens } from '../screens.tsx'

/** The portal in the browser, and on the server, which draws the first view of an address. `at`: that address. */
export const WholePage = ({ cache, drawn, at }: { cache: QueryClient; drawn?: Drawn | undefined; at?: Place }) => (
  <StrictMode>
    <QueryClientProvider client={cache}>
      <Router routes={screens} onDrawn={placeAfterMove} drawn={drawn} at={at}>
        <Shell />
      </Router>
    </QueryClientProvider>
  </StrictMode>
)
