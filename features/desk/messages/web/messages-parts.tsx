import './messages.css'
import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { messagesApi } from '#features/desk/messages/contract.ts'
import { defaultLanguage } from '#kit/messages.ts'
import { call } from '#kit/web/call.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { MessageText } from './message-text.tsx'

export { showMessages } from './show-messages.ts'

const SessionMessages = lazyWhenIdle(async () => (await import('./session-messages.tsx')).SessionMessages)

/** The banner, and the messages of a session in a dialog. */
export const SiteMessages = () => (
  <>
    <LazyPart quiet>
      <SiteBanner />
    </LazyPart>
    <LazyPart quiet>
      <SessionMessages />
    </LazyPart>
  </>
)

const key = 'hidden-banner'
/** Milliseconds: a page may stay open for days. */
const pollMs = 5 * 60_000

/** Shown until it ends or is dismissed for this visit. A changed banner is shown again. */
export function SiteBanner() {
  const { data } = useQuery({
    queryKey: [messagesApi.banner.path],
    queryFn: () => call(messagesApi.banner, {}, { askToSignIn: false }),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
    staleTime: pollMs,
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
    <aside className="site-banner on-warn-soft ink text-small" aria-label="Notice" lang={defaultLanguage}>
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
