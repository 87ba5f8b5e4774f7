import { type ComponentType, useEffect, useState } from 'react'

/** The banner, where it stands, and the messages of a session, which lie above the page. Both come after the first screen. */
export function SiteMessages() {
  // Not `lazy`: what is waited for that way is held back for a third of a second, and the page would jump the later.
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(() => {
    import('./site-messages.tsx').then(
      (loaded) => setLoaded(() => loaded.SiteMessages),
      // What could not be fetched must not take the page with it.
      () => undefined,
    )
  }, [])
  return Loaded ? <Loaded /> : null
}

export const wantedEvent = 'messages-wanted'

/** Shows the messages once more, also those that were shown already. */
export const showMessages = (): void => void window.dispatchEvent(new Event(wantedEvent))
