import './human-check.css'
import { lazy, useCallback, useState } from 'react'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { type HumanAction, humanCheckApi } from '#platform/human-check/contract.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { NotLoaded } from './not-loaded.tsx'

const AltchaCheck = lazy(async () => ({ default: (await import('./altcha-check.tsx')).AltchaCheck }))
const RecaptchaCheck = lazy(async () => ({ default: (await import('./recaptcha-check.tsx')).RecaptchaCheck }))

/** `round`: another number begins anew. `onAnswer`: undefined once the answer is too old; it must stay the same. */
export type CheckProps = { round: number; onAnswer: (answer: string | undefined) => void }

/** The specification's sentence for whoever goes on without an answer. */
export const notAPerson = 'Please verify that you are not a robot.'

/**
 * What a screen holds of a human check: `answer` is there once it is solved and gone when it is too old, `box` goes to
 * the widget, `again` after the answer has been sent, as it is good once only.
 */
export function useHumanCheck() {
  const [answer, onAnswer] = useState<string>()
  const [round, setRound] = useState(0)
  const again = useCallback(() => {
    onAnswer(undefined)
    setRound((before) => before + 1)
  }, [])
  return { answer, again, box: { round, onAnswer } }
}

/** The widget, whichever the server has. `action`: what the answer is for. */
export function HumanCheckBox({ action, ...props }: CheckProps & { action: HumanAction }) {
  const { reply, problem, late, again } = useReplyInTime(humanCheckApi.humanCheck, { action })
  const check = reply?.response
  return (
    <fieldset className="human-check">
      <legend className="only-heard">Human check</legend>
      <LazyPart fallback={<Skeleton lines={2} />}>
        {check?.kind === 'altcha' ? (
          <AltchaCheck action={action} {...props} />
        ) : check ? (
          <RecaptchaCheck siteKey={check.siteKey} base={check.base} {...props} />
        ) : problem || late ? (
          <NotLoaded onRetry={again} />
        ) : (
          <Skeleton lines={2} />
        )}
      </LazyPart>
    </fieldset>
  )
}
