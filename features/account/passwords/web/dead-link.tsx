import { Link2Off } from 'lucide-react'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

/** An invalid password link: how to get another, and whom to ask. */
export function DeadLink({ messages }: { messages: readonly string[] }) {
  return (
    <EmptyState top icon={Link2Off} title="This link doesn’t work" hint={messages[0]}>
      <LinkButton look="main" href="/forgotPassword">
        Forgot your password?
      </LinkButton>
      <SupportLine />
    </EmptyState>
  )
}

/** The contact for people who cannot continue. */
export function SupportLine({ question = 'Still can’t sign in?' }: { question?: string }) {
  return (
    <p className="aside mt-6 w-full">
      {question} Email the {settings.providerName} customer team at{' '}
      <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
    </p>
  )
}
