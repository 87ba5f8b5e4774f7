import '../../web/account-form.css'
import { useQueryClient } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { profileApi } from '#features/account/profile/contract.ts'
import { Problem } from '#kit/problem.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { SupportLine } from '../../passwords/web/dead-link.tsx'
import { DoneNotice } from '../../passwords/web/done-notice.tsx'
import { currentUser } from '../../web/account-parts.tsx'

type Step = { step: 'confirm' | 'stop'; email: string }

/** The page of the mails about a new e-mail address. Only the button acts: mail programs open links too. */
export function ChangeEmailScreen() {
  const guid = new URLSearchParams(useLocation().search).get('guid') ?? ''
  return (
    <div className="account-form centred-card stack gap-16">
      <title>Email address</title>
      {guid ? <EmailQuestion guid={guid} /> : <NoWay messages={['The address of this page is incomplete.']} />}
    </div>
  )
}

function EmailQuestion({ guid }: { guid: string }) {
  const { reply, problem, again } = useLatestReply(profileApi.lookAtEmailLink, { guid })
  const { run, busy, problem: refused } = useAction(profileApi.takeEmailLink)
  const cache = useQueryClient()
  const [done, setDone] = useState<Step>()
  const take = () =>
    run({ guid }).then(
      ({ response }) => {
        setDone(response)
        for (const queryKey of [currentUser.queryKey, [profileApi.profile.path]])
          void cache.invalidateQueries({ queryKey })
      },
      // Shown above the button.
      () => undefined,
    )
  if (done) return <Done {...done} />
  const dead = [problem, refused].find((each) => each instanceof Problem && each.status === 404)
  if (dead) return <NoWay messages={dead.messages} />
  if (reply) return <Question {...reply.response} busy={busy} refused={refused} onTake={take} />
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  return <Skeleton lines={4} />
}

function Question({
  step,
  email,
  busy,
  refused,
  onTake,
}: Step & { busy: boolean; refused: Problem | null; onTake: () => void }) {
  return (
    <>
      <h1>{step === 'confirm' ? 'Is this your address?' : 'Stop this change of address?'}</h1>
      {refused && <ErrorBox messages={refused.messages} />}
      <p>
        {step === 'confirm' ? (
          <>
            We’ll email you at <strong>{email}</strong> from now on.
          </>
        ) : (
          <>
            We won’t use <strong>{email}</strong> for your account, and everyone signed in to it will have to sign in
            again.
          </>
        )}
      </p>
      <div className="cluster gap-8">
        <Button look={step === 'confirm' ? 'main' : 'danger'} busy={busy} onClick={onTake}>
          {step === 'confirm' ? 'Yes, use this address' : 'Stop the change'}
        </Button>
      </div>
    </>
  )
}

const Done = ({ step, email }: Step) =>
  step === 'confirm' ? (
    <DoneNotice title="Your email address has changed" text={`We’ll email you at ${email} from now on.`}>
      <LinkButton look="main" href="/myProfile">
        Go to your profile
      </LinkButton>
    </DoneNotice>
  ) : (
    <DoneNotice
      title="Change stopped"
      text="If you didn’t request it, someone else may know your password. Please set a new one now."
    >
      <LinkButton look="main" href="/forgotPassword">
        Set a new password
      </LinkButton>
      <SupportLine />
    </DoneNotice>
  )

const NoWay = ({ messages }: { messages: readonly string[] }) => (
  <EmptyState top icon={Link2Off} title="This link doesn’t work" hint={messages[0]}>
    <LinkButton look="main" href="/myProfile">
      Go to your profile
    </LinkButton>
    <SupportLine question="Questions?" />
  </EmptyState>
)
