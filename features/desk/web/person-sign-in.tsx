import { deskApi } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { PersonView } from './desk-views.ts'
import type { PersonAction } from './people-lines.tsx'
import { type Fact, lapseOf, lastFact, refusedFact, SignInFacts, termFact, type Verdict } from './sign-in-facts.tsx'

type SignIn = Dated<Reply<typeof deskApi.personSignIn>>['response']

/** Answers “I can’t sign in”: the verdict, the facts behind it, and the action that helps. */
export function PersonSignIn({
  person: { id, email },
  name,
  fixed,
  onAction,
  onClose,
}: {
  person: PersonView
  name: string
  /** The person may not be changed by this caller. */
  fixed: boolean
  onAction: (action: PersonAction) => void
  onClose: () => void
}) {
  const { reply, problem, again } = useLatestReply(deskApi.personSignIn, { userId: id })
  const found = reply?.response
  return (
    <Dialog
      title={`Can ${name} sign in?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {found && !fixed && (found.person.disabled || !found.onlyService) && (
            <Button look="main" onClick={() => onAction(found.person.disabled ? 'let-in' : 'mail-link')}>
              {found.person.disabled ? 'Enable account…' : 'Email a password link…'}
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : found ? (
        <SignInFacts verdict={verdictOf(found)} facts={factsOf(found, email)} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function verdictOf(found: SignIn): Verdict {
  const { person, onlyService, services } = found
  if (person.disabled) return ['bad', 'No', 'The account is disabled.']
  if (onlyService)
    return [services.length > 0 ? 'ok' : 'warn', `With ${onlyService}`, 'The school has turned passwords off.']
  if (!person.canSignIn) return ['warn', 'Not yet', 'No password has been chosen.']
  return lapseOf(found) ?? ['ok', 'Yes', '']
}

function factsOf(found: SignIn, email: string): Fact[] {
  const { person, services } = found
  const second = [
    ...(found.authenticatorApp ? ['authenticator app'] : []),
    ...(found.passkeys > 0 ? [counted(found.passkeys, 'passkey')] : []),
  ]
  const set = found.passwordDate ? `Set on ${dateAndTime(found.passwordDate)}` : 'Set'
  return [
    ['Username', person.username],
    ...(email === person.username ? [] : [['Email', email] satisfies Fact]),
    ['Account', person.disabled ? 'Disabled' : 'Enabled'],
    ['Password', found.hasPassword ? set : 'None'],
    ...(services.length > 0
      ? [['Sign-in services', services.map((name) => name || 'The portal’s').join(', ')] satisfies Fact]
      : []),
    ['Second step', second.join(', ') || 'None'],
    lastFact(found.lastSignIn),
    refusedFact(found.refusedToday),
    ...(person.customerId ? [termFact(found)] : []),
  ]
}
