import { lazy } from 'react'
import { LazyPart } from '#ui/lazy-part.tsx'

const AtHand = lazy(async () => ({ default: (await import('./requests-at-hand.tsx')).RequestsAtHand }))
/** How many requests there are in each state. It comes after what it stands under. */
export const RequestsAtHand = () => (
  <LazyPart quiet>
    <AtHand />
  </LazyPart>
)

const Count = lazy(async () => ({ default: (await import('./waiting-count.tsx')).WaitingCount }))
/** In the navigation: in how many requests the desk waits for a word. */
export const WaitingCount = () => (
  <LazyPart quiet>
    <Count />
  </LazyPart>
)
