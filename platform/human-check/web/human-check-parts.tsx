import './human-check.css'
import { lazy, useCallback, useState } from 'react'
import { useLatestReply } from '#kit/web/use-api.ts'
import { type HumanAction, humanCheckApi } from '#platform/human-check/contract.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { NotLoaded } from './not-loaded.tsx'

const AltchaCheck = lazy(async () => ({ default: (await import('./altcha-check.tsx')).AltchaCheck }))
const RecaptchaCheck = lazy(async () => ({ default: (await import('./recaptcha-check.tsx')).RecaptchaCheck }))

/** `round`: a new number restarts the check. `onAnswer`: undefined once the answer has expired; it must be stable. */
export type CheckProps = { round: number; onAnswer: (answer: string | undefined) => void }

/** The specification's sentence for continuing without an answer. */
export const humanCheckMissing = 'Please verify that you are not a robot.'

/**
 * A screen's state of a human check: `answer` is set once solved and cleared when expired, `box` is for the widget,
 * call `again` after sending, as an answer is valid only once.
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

/** The widget for the server's kind of check. `action`: what the answer is for. */
export function HumanCheckBox({ action, ...props }: CheckProps & { action: HumanAction }) {
  const { reply, problem, again } = useLatestReply(humanCheckApi.humanCheck, { action })
  const check = reply?.response
  return (
    <fieldset className="human-check">
      <legend className="only-heard">Human check</legend>
      <LazyPart fallback={<Skeleton lines={2} />}>
        {check?.kind === 'altcha' ? (
          <AltchaCheck action={action} {...props} />
        ) : check ? (
          <RecaptchaCheck siteKey={check.siteKey} base={check.base} {...props} />
        ) : problem ? (
          <NotLoaded onRetry={again} />
        ) : (
          <Skeleton lines={2} />
        )}
      </LazyPart>
    </fieldset>
  )
}
