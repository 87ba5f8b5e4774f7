import { useEffect, useRef, useState } from 'react'
import type { CardForm } from '#features/payments/contract.ts'
import { begunPayment, keepBegunPayment } from './begun-payment.ts'
import { HiddenCardForm } from './card-form.tsx'

export { CardNotice, type CardOutcome, cardOutcomeOf } from './card-notice.tsx'
export { LeavingForCardPage } from './leaving.tsx'

/** After so long a page that has not left is not going to. */
const patienceMs = 20_000

/**
 * The way to the card page. `leave` posts the form that the server gave, once; `stuck` where the browser did not go.
 * `begun` is the answer of the human check that somebody had left with before they came back in whatever way: only a
 * press goes on to the card page again. `subject`: what is paid for.
 */
export function useCardPage(subject: string) {
  const [form, setForm] = useState<CardForm>()
  const [stuck, setStuck] = useState(false)
  const [begun, setBegun] = useState(() => begunPayment(subject))
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!form) return
    const refused = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'form-action') setStuck(true)
    }
    // A browser may have kept this page as it was while the card page was open.
    const backAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setForm(undefined)
      setBegun(begunPayment(subject))
    }
    const timer = setTimeout(() => setStuck(true), patienceMs)
    document.addEventListener('securitypolicyviolation', refused)
    window.addEventListener('pageshow', backAgain)
    place.current?.submit()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', refused)
      window.removeEventListener('pageshow', backAgain)
    }
  }, [form, subject])
  return {
    hiddenForm: <HiddenCardForm form={form} place={place} />,
    leaving: form !== undefined,
    stuck,
    begun,
    leave: (next: CardForm, answer: string) => {
      keepBegunPayment(subject, answer)
      setStuck(false)
      setForm(next)
    },
    again: () => {
      setStuck(false)
      setForm((same) => same && { ...same })
    },
    /** What was begun has come to an end, or is not to be gone on with. */
    forget: () => {
      keepBegunPayment(subject, undefined)
      setBegun(undefined)
    },
  }
}
