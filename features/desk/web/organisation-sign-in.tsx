import { deskApi } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { type Fact, lapseOf, lastFact, refusedFact, SignInFacts, termFact, type Verdict } from './sign-in-facts.tsx'

type SignIn = Dated<Reply<typeof deskApi.organisationSignIn>>['response']

/** Answers “nobody here can sign in”: the verdict for a school, and the facts behind it. */
export function OrganisationSignIn({
  organisation: { id, name },
  onClose,
}: {
  organisation: { id: string; name: string }
  onClose: () => void
}) {
  const { reply, problem, again } = useLatestReply(deskApi.organisationSignIn, { customerId: id })
  return (
    <Dialog
      title={`Can people at ${name} sign in?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton href={`/desk/audit?customerId=${encodeURIComponent(id)}`}>Audit log</LinkButton>
        </>
      }
    >
      {problem ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : reply ? (
        <SignInFacts verdict={verdictOf(reply.response)} facts={factsOf(reply.response)} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function verdictOf(found: SignIn): Verdict {
  const { people, canSignIn, disabled, onlyService } = found
  if (people === 0) return ['bad', 'No', 'The school has no accounts.']
  if (canSignIn === 0)
    return disabled === people
      ? ['bad', 'No', 'All accounts are disabled.']
      : ['warn', 'Not yet', 'No one has chosen a password.']
  const lapsed = lapseOf(found)
  if (lapsed) return lapsed
  const some: Verdict = ['ok', canSignIn === people ? 'Yes' : `${grouped(canSignIn)} of ${grouped(people)}`, '']
  return onlyService
    ? [some[0], some[1], `Only the primary contact can use a password; others use ${onlyService}.`]
    : some
}

function factsOf(found: SignIn): Fact[] {
  const { people, canSignIn, disabled, secondFactor, onlyService } = found
  const parts = [
    `${grouped(canSignIn)} can sign in`,
    ...(disabled > 0 ? [`${grouped(disabled)} disabled`] : []),
    ...(people - canSignIn - disabled > 0 ? [`${grouped(people - canSignIn - disabled)} without a password`] : []),
  ]
  return [
    [counted(people, 'account'), parts.join(', ')],
    ...(onlyService ? [['Sign-in service', onlyService] satisfies Fact] : []),
    ['Second step', `${grouped(secondFactor)} of ${grouped(people)}`],
    lastFact(found.lastSignIn),
    refusedFact(found.refusedToday),
    termFact(found),
  ]
}
