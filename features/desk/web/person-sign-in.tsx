import type { ReactNode } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted, dateAndTime, formatDay, timeOfDay } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import type { PersonView } from './desk-views.ts'
import type { PersonAction } from './people-lines.tsx'

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
          {found && !fixed && (
            <Button look="main" onClick={() => onAction(found.person.disabled ? 'let-in' : 'mail-link')}>
              {found.person.disabled ? 'Enable account …' : 'Email a password link …'}
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : found ? (
        <Answer found={found} email={email} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function Answer({ found, email }: { found: SignIn; email: string }) {
  const [tone, answer, why] = verdictOf(found)
  return (
    <>
      <p>
        <Status tone={tone}>{answer}</Status> {why}
      </p>
      <dl className="facts stack gap-8 mt-14">
        {factsOf(found, email).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function verdictOf({ person, subscribed, subscribedUntil }: SignIn): [Tone, string, string] {
  if (person.disabled) return ['bad', 'No', 'The account is disabled.']
  if (!person.canSignIn) return ['warn', 'Not yet', 'No password has been chosen.']
  if (subscribed) return ['ok', 'Yes', '']
  const ended = subscribedUntil ? `ended on ${formatDay(subscribedUntil)}` : 'has not started'
  return ['warn', 'Yes', `But the school’s subscription ${ended}, so they can search only as visitors can.`]
}

const refusals: Record<string, string> = {
  password: 'wrong password',
  passkey: 'unknown passkey',
  code: 'wrong code',
  issuer: 'no account for this sign-in service',
}
const methods: Record<string, string> = {
  password: 'with a password',
  passkey: 'with a passkey',
  issuer: 'through a sign-in service',
}

function factsOf(found: SignIn, email: string): [string, ReactNode][] {
  const { person, lastSignIn, refusedToday, services, subscribed, subscribedUntil } = found
  const second = [
    ...(found.authenticatorApp ? ['authenticator app'] : []),
    ...(found.passkeys > 0 ? [counted(found.passkeys, 'passkey')] : []),
  ]
  const set = found.passwordDate ? `Set on ${dateAndTime(found.passwordDate)}` : 'Set'
  const last = lastSignIn?.happenedDate && `${dateAndTime(lastSignIn.happenedDate)} ${methods[lastSignIn.method] ?? ''}`
  return [
    ['Username', person.username],
    ...(email === person.username ? [] : [['Email', email] as [string, string]]),
    ['Password', found.hasPassword ? set : 'None'],
    ...(services.length > 0
      ? [['Sign-in services', services.map((name) => name || 'The portal’s').join(', ')] as [string, string]]
      : []),
    ['Second step', second.join(', ') || 'None'],
    ['Last sign-in', last || 'None on record'],
    [
      'Refused today',
      refusedToday.length === 0
        ? 'No'
        : refusedToday.map(({ method, count, latestDate }) => (
            <div key={method}>
              {`${counted(count, 'time')}: ${refusals[method] ?? 'other'}, latest at ${timeOfDay(latestDate!)}`}
            </div>
          )),
    ],
    ...(person.customerId
      ? [
          [
            'Subscription',
            subscribedUntil ? `${subscribed ? 'Until' : 'Ended on'} ${formatDay(subscribedUntil)}` : 'None',
          ] as [string, string],
        ]
      : []),
  ]
}
