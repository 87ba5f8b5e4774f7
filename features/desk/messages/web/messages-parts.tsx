import { type ComponentType, useEffect, useState } from 'react'

/** The banner, and the messages of a session in a dialog. Both are loaded after the first screen. */
export function SiteMessages() {
  // Not `lazy`: Suspense delays its content by a third of a second, and the page would jump later.
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(() => {
    import('./site-messages.tsx').then(
      (loaded) => setLoaded(() => loaded.SiteMessages),
      // A failed load must not break the page.
      () => undefined,
    )
  }, [])
  return Loaded ? <Loaded /> : null
}

export const wantedEvent = 'messages-wanted'

/** Shows the messages again, including those shown before. */
export const showMessages = (): void => void window.dispatchEvent(new Event(wantedEvent))
