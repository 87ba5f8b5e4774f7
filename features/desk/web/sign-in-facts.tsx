import type { ReactNode } from 'react'
import { counted, dateAndTime, formatDay, timeOfDay } from '#kit/web/format.ts'
import { Status, type Tone } from '#ui/tags.tsx'

export type Verdict = [tone: Tone, answer: string, why: string]
export type Fact = [label: string, value: ReactNode]

type Refusal = { username?: string; method: string; count: number; latestDate: Date | null }
type LastSignIn = { happenedDate: Date | null; method: string; username?: string } | null
type Term = { subscribed: boolean; subscribedUntil: string | null }

/** Answers a question about signing in: the verdict, then the facts behind it. */
export function SignInFacts({ verdict: [tone, answer, why], facts }: { verdict: Verdict; facts: Fact[] }) {
  return (
    <>
      <p>
        <Status tone={tone}>{answer}</Status> {why}
      </p>
      <dl className="facts stack gap-8 mt-14">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Why signing in is of little use; undefined during a subscription. */
export function lapseOf({ subscribed, subscribedUntil }: Term): Verdict | undefined {
  if (subscribed) return undefined
  const ended = subscribedUntil ? `ended on ${formatDay(subscribedUntil)}` : 'has not started'
  return ['warn', 'Yes', `But the school’s subscription ${ended}, so they can search only as visitors can.`]
}

export const termFact = ({ subscribed, subscribedUntil }: Term): Fact => [
  'Subscription',
  subscribedUntil ? `${subscribed ? 'Until' : 'Ended on'} ${formatDay(subscribedUntil)}` : 'None',
]

const methods: Record<string, string> = {
  password: 'with a password',
  passkey: 'with a passkey',
  issuer: 'through a sign-in service',
}

export const lastFact = (last: LastSignIn): Fact => [
  'Last sign-in',
  last?.happenedDate
    ? [dateAndTime(last.happenedDate), last.username && `by ${last.username}`, methods[last.method]]
        .filter(Boolean)
        .join(' ')
    : 'None on record',
]

const refusals: Record<string, string> = {
  password: 'wrong password',
  passkey: 'unknown passkey',
  code: 'wrong code',
  issuer: 'no account for this sign-in service',
}

export const refusedFact = (refused: readonly Refusal[]): Fact => [
  'Refused today',
  refused.length === 0
    ? 'No'
    : refused.map(({ username, method, count, latestDate }) => (
        <div key={`${username} ${method}`}>
          {username && `${username}, `}
          {`${counted(count, 'time')}: ${refusals[method] ?? 'other'}, latest at ${timeOfDay(latestDate!)}`}
        </div>
      )),
]
