import './messages.css'
import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { messagesApi } from '#features/desk/messages/contract.ts'
import { call } from '#kit/web/call.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { messagesEvent } from './fetch-messages.ts'
import { MessageText } from './message-text.tsx'
import { SessionMessages } from './session-messages.tsx'

/** The banner, and the messages of a session in a dialog. */
export const SiteMessages = () => (
  <LazyPart quiet>
    <SiteBanner />
    <SessionMessages />
  </LazyPart>
)

/** Shows the messages again, including those shown before. */
export const showMessages = (): void => void window.dispatchEvent(new Event(messagesEvent))

const key = 'hidden-banner'
/** Milliseconds: a page may stay open for days. */
const lookEvery = 5 * 60_000

/** Shown until it ends or is dismissed for this visit. A changed banner is shown again. */
export function SiteBanner() {
  const { data } = useQuery({
    queryKey: [messagesApi.banner.path],
    queryFn: () => call(messagesApi.banner, {}, { askToSignIn: false }),
    refetchInterval: lookEvery,
    refetchOnWindowFocus: true,
    staleTime: lookEvery,
  })
  const [hidden, setHidden] = useState(readHidden)
  if (!data?.response.active || data.response.content === hidden) return null
  const { content } = data.response
  const hide = () => {
    setHidden(content)
    try {
      sessionStorage.setItem(key, content)
    } catch {
      // Storage is disabled: it reappears with the next page load.
    }
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <aside className="site-banner on-warn-soft ink text-small" aria-label="Notice">
      <div>
        <Icon className="mt-8 ink-warn" of={Megaphone} />
        <MessageText text={content} />
        <Button look="bare" square icon={X} onClick={hide}>
          Hide this notice
        </Button>
      </div>
    </aside>
  )
}

function readHidden() {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
