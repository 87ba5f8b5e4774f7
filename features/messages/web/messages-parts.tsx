import { type ComponentType, lazy, Suspense } from 'react'

const Loaded = lazy(() =>
  import('./site-messages.tsx').then(
    ({ SiteMessages }): { default: ComponentType } => ({ default: SiteMessages }),
    // What could not be fetched must not take the page with it.
    () => ({ default: () => null }),
  ),
)

/** The banner, where it stands, and the messages of a session, which lie above the page. Both come after the first screen. */
export const SiteMessages = () => (
  <Suspense>
    <Loaded />
  </Suspense>
)

export const wantedEvent = 'messages-wanted'

/** Shows the messages once more, also those that were shown already. */
export const showMessages = (): void => void window.dispatchEvent(new Event(wantedEvent))
