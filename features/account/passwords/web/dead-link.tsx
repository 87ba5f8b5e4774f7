import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { useWayBack } from '../../web/account-parts.tsx'

/** Explains an invalid link: how to get another, and who can help. */
export const DeadLink = ({
  messages,
  question,
  children,
}: {
  messages: readonly string[]
  question?: string
  children?: ReactNode
}) => (
  <CardScreen
    icon={Link2Off}
    title="This link doesn’t work"
    note={<SupportLine question={question} />}
    back={useWayBack({ href: '/myProfile', title: 'My profile' })}
  >
    <p>{messages[0]}</p>
    <div>
      {children ?? (
        <LinkButton look="main" href="/forgotPassword">
          Forgot your password?
        </LinkButton>
      )}
    </div>
  </CardScreen>
)

/** The contact for people who cannot continue. */
export const SupportLine = ({ question = 'Still can’t sign in?' }: { question?: string | undefined }) => (
  <p>
    {question} Email the {settings.providerName} customer team at{' '}
    <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
  </p>
)
