import { lazy } from 'react'
import { LazyPart } from '#ui/lazy-part.tsx'

const AtHand = lazy(async () => ({ default: (await import('./requests-at-hand.tsx')).RequestsAtHand }))
/** The number of requests by state, loaded after the content above it. */
export const RequestsAtHand = () => (
  <LazyPart quiet>
    <AtHand />
  </LazyPart>
)

const Count = lazy(async () => ({ default: (await import('./waiting-count.tsx')).WaitingCount }))
/** In the navigation: the number of requests where the desk awaits a reply. */
export const WaitingCount = () => (
  <LazyPart quiet>
    <Count />
  </LazyPart>
)
