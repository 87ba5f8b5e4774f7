import { Link2Off } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { signInAddress, useCurrentUser } from '#features/account/web/account-parts.tsx'
import type { ActivationKind } from '#features/activation/rules.ts'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { words } from './activation-words.ts'

/** Why it did not begin, and where to go on. `onAgain` where another attempt may work. */
export function ActivationFailed({
  kind,
  sentence,
  onAgain,
  busy = false,
}: {
  kind: ActivationKind
  sentence: string
  onAgain?: () => void
  busy?: boolean
}) {
  const me = useCurrentUser()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="failed">
      <Icon of={Link2Off} />
      <h1 ref={heading} tabIndex={-1}>
        {words[kind].name} could not be activated
      </h1>
      <p role="alert">{sentence}</p>
      {!onAgain && (
        <p className="quiet">
          If you have activated it before, sign in to use it. For a new link, write to the {settings.providerName}{' '}
          customer team at <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
        </p>
      )}
      <div className="actions">
        {onAgain ? (
          <Button look="main" busy={busy} onClick={onAgain}>
            Try again
          </Button>
        ) : me ? (
          <LinkButton look="main" href="/subscriptions">
            Go to your subscriptions
          </LinkButton>
        ) : (
          <LinkButton look="main" href={signInAddress('/subscriptions')}>
            Sign in
          </LinkButton>
        )}
      </div>
    </div>
  )
}
