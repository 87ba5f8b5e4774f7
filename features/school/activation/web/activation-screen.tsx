import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Link2Off } from 'lucide-react'
import { useEffect, useState } from 'react'
import { currentUser, signInAddress, useCurrentUser, useWayBack } from '#features/account/web/account-parts.tsx'
import { type Activated, activationApi } from '#features/school/activation/contract.ts'
import type { ActivationKind } from '#features/school/activation/rules.ts'
import { Problem } from '#kit/problem.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { formatDay } from '#kit/web/format.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { CardFacts, CardScreen } from '#ui/screen/card-screen.tsx'

const calls = {
  'free-trial': activationApi.activateTrial,
  complimentary: activationApi.activateComplimentary,
  'complimentary-student': activationApi.activateComplimentaryStudent,
}

/**
 * A one-time activation link's page. Only the button activates it: opening the page, as an email scanner does, uses
 * nothing up.
 */
function Activation({ kind }: { kind: ActivationKind }) {
  const id = [useSearch().id].flat()[0]
  useEffect(() => {
    if (!id) window.location.replace(settings.cmsUrl)
  }, [id])
  return (
    <>
      <title>{words[kind].name}</title>
      {id && <Link key={id} kind={kind} id={id} />}
    </>
  )
}

function Link({ kind, id }: { kind: ActivationKind; id: string }) {
  const { reply, problem, again } = useLatestReply(activationApi.checkActivation, { kind, id })
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ReturnType<typeof refusalOf>>()
  const [done, setDone] = useState<Activated>()
  const activate = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { response } = await call(calls[kind], { id })
      setDone(response)
      // The signed-in person may have a new subscription.
      void cache.invalidateQueries({ queryKey: currentUser.queryKey })
    } catch (error) {
      setFailure(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (done) return <Begun kind={kind} done={done} />
  if (failure && !failure.again) return <ActivationFailed kind={kind} sentence={failure.sentence} />
  if (!reply && problem) {
    const { sentence, again: worthwhile } = refusalOf(problem)
    return <ActivationFailed kind={kind} sentence={sentence} {...(worthwhile ? { onAgain: again } : {})} />
  }
  if (!reply)
    return (
      <CardScreen title={words[kind].name}>
        <Skeleton lines={4} />
      </CardScreen>
    )
  if (failure)
    return <ActivationFailed kind={kind} sentence={failure.sentence} onAgain={() => void activate()} busy={busy} />
  return <Offer kind={kind} offer={reply.response} busy={busy} onStart={() => void activate()} />
}

function Offer({
  kind,
  offer,
  busy,
  onStart,
}: {
  kind: ActivationKind
  offer: Answer<typeof activationApi.checkActivation>['response']
  busy: boolean
  onStart: () => void
}) {
  return (
    <CardScreen
      title={offer.productName}
      whose={
        <>
          {offer.productName === words[kind].name ? 'For' : `${words[kind].name} for`}{' '}
          <strong>{offer.organisation}</strong>
        </>
      }
      next={
        <p>
          {offer.newOrganisation
            ? 'We’ll create an account for you and email you a link to choose a password.'
            : 'We’ll add it to your organisation’s subscriptions.'}{' '}
          This link works once.
        </p>
      }
      back={useWayBack(subscriptions)}
    >
      <Term {...offer} />
      <div>
        <Button look="main" busy={busy} onClick={onStart}>
          {words[kind].start}
        </Button>
        <LinkButton look="bare" href="/discover">
          Look at the catalogue first
        </LinkButton>
      </div>
    </CardScreen>
  )
}

function Begun({ kind, done }: { kind: ActivationKind; done: Activated }) {
  const { mailedTo, newOrganisation } = done
  return (
    <CardScreen
      result
      icon={CircleCheck}
      tone="ok"
      title={words[kind].begun}
      whose={
        <>
          {done.productName === words[kind].name ? 'For' : `${done.productName} for`}{' '}
          <strong>{done.organisation}</strong>
        </>
      }
      next={
        mailedTo && (
          <p>
            {newOrganisation ? 'We emailed a link to choose your password to ' : 'We emailed a confirmation to '}
            <strong>{mailedTo}</strong>.
          </p>
        )
      }
    >
      <Term {...done} />
      <div>
        <LinkButton look="main" href={newOrganisation ? '/discover' : subscriptions.href}>
          {newOrganisation ? 'Explore the catalogue' : 'Go to your subscriptions'}
        </LinkButton>
      </div>
    </CardScreen>
  )
}

const subscriptions = { href: '/subscriptions', title: 'Subscriptions' }

type Term = { effectiveStartDate: Date | string | null; effectiveEndDate: Date | string | null }

const Term = ({ effectiveStartDate: from, effectiveEndDate: until }: Term) => (
  <CardFacts
    facts={[
      ['From', formatDay(from, 'long')],
      ['Until', formatDay(until, 'long')],
    ]}
  />
)

/** Why it did not begin, and where to go next. `onAgain` if a retry may work. */
function ActivationFailed({
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
  return (
    <CardScreen
      result
      icon={Link2Off}
      title={`We couldn’t activate your ${words[kind].name.toLowerCase()}`}
      note={
        !onAgain && (
          <p>
            If you have already activated it, sign in to use it. For a new link, contact the {settings.providerName}{' '}
            customer team at <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
          </p>
        )
      }
    >
      <p role="alert">{sentence}</p>
      <div>
        {onAgain ? (
          <Button look="main" busy={busy} onClick={onAgain}>
            Try again
          </Button>
        ) : me ? (
          <LinkButton look="main" href={subscriptions.href}>
            Go to your subscriptions
          </LinkButton>
        ) : (
          <LinkButton look="main" href={signInAddress(subscriptions.href)}>
            Sign in
          </LinkButton>
        )}
      </div>
    </CardScreen>
  )
}

const words: Record<ActivationKind, { name: string; start: string; begun: string }> = {
  'free-trial': { name: 'Free trial', start: 'Start free trial', begun: 'Your free trial has started' },
  complimentary: {
    name: 'Complimentary access',
    start: 'Activate complimentary access',
    begun: 'Your complimentary access has started',
  },
  'complimentary-student': {
    name: 'Complimentary student access',
    start: 'Activate student access',
    begun: 'Your complimentary student access has started',
  },
}

const failed = 'Something went wrong with your processing.'

/** The server's reason for a refusal; any other failure, such as one without a reason, may be temporary. */
const refusalOf = (error: unknown): { sentence: string; again: boolean } =>
  error instanceof Problem && error.status === 400 && error.code !== 'unexpected'
    ? { sentence: error.messages[0], again: false }
    : { sentence: failed, again: true }

export const FreeTrialScreen = () => <Activation kind="free-trial" />
export const ComplimentaryScreen = () => <Activation kind="complimentary" />
export const ComplimentaryStudentScreen = () => <Activation kind="complimentary-student" />
