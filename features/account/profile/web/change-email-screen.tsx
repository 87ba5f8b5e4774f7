import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { profileApi } from '#features/account/profile/contract.ts'
import { Problem } from '#kit/problem.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useAction, useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { DeadLink, SupportLine } from '../../passwords/web/dead-link.tsx'
import { currentUser, useWayBack } from '../../web/account-parts.tsx'

type Step = { step: 'confirm' | 'stop'; email: string }

/** The page of the mails about a new e-mail address. Only the button acts: mail programs open links too. */
export function ChangeEmailScreen() {
  const guid = new URLSearchParams(useLocation().search).get('guid') ?? ''
  return (
    <>
      <title>Email address</title>
      {guid ? <EmailQuestion guid={guid} /> : <NoWay messages={['The address of this page is incomplete.']} />}
    </>
  )
}

function EmailQuestion({ guid }: { guid: string }) {
  const { reply, problem, again } = useLatestReply(profileApi.checkEmailLink, { guid })
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
  return (
    <CardScreen title="Email address">
      {problem ? <ErrorBox messages={problem.messages} onRetry={again} /> : <Skeleton lines={4} />}
    </CardScreen>
  )
}

function Question({
  step,
  email,
  busy,
  refused,
  onTake,
}: Step & { busy: boolean; refused: Problem | null; onTake: () => void }) {
  return (
    <CardScreen
      title={step === 'confirm' ? 'Is this your address?' : 'Stop this change of address?'}
      whose={
        <>
          {step === 'confirm' ? 'New address: ' : 'Requested address: '}
          <strong>{email}</strong>
        </>
      }
      next={
        <p>
          {step === 'confirm'
            ? `We’ll email you at ${email} from now on.`
            : `We won’t use ${email} for your account, and everyone signed in to it will have to sign in again.`}
        </p>
      }
      back={useWayBack(profile)}
    >
      {refused && <ErrorBox messages={refused.messages} />}
      <div>
        <Button look={step === 'confirm' ? 'main' : 'danger'} busy={busy} onClick={onTake}>
          {step === 'confirm' ? 'Yes, use this address' : 'Stop the change'}
        </Button>
      </div>
    </CardScreen>
  )
}

const profile = { href: '/myProfile', title: 'My profile' }

const Done = ({ step, email }: Step) =>
  step === 'confirm' ? (
    <CardScreen result icon={CircleCheck} tone="ok" title="Your email address has changed">
      <p>{`We’ll email you at ${email} from now on.`}</p>
      <ToProfile />
    </CardScreen>
  ) : (
    <CardScreen result icon={CircleCheck} tone="ok" title="Change stopped" note={<SupportLine />}>
      <p>If you didn’t request it, someone else may know your password. Please set a new one now.</p>
      <div>
        <LinkButton look="main" href="/forgotPassword">
          Set a new password
        </LinkButton>
      </div>
    </CardScreen>
  )

const NoWay = ({ messages }: { messages: readonly string[] }) => (
  <DeadLink messages={messages} question="Questions?">
    <ToProfile />
  </DeadLink>
)

const ToProfile = () => (
  <div>
    <LinkButton look="main" href={profile.href}>
      Go to your profile
    </LinkButton>
  </div>
)
