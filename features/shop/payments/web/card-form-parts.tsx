import './card-page.css'
import { CircleX, CornerDownLeft, CreditCard, LoaderCircle } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CardForm } from '#features/shop/payments/contract.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Milliseconds after which the page will not be left any more. */
const timeoutMs = 20_000

/**
 * Leads to the card page. `leave` posts the server's form once; `stuck` if the browser did not navigate. `begun`: the
 * human-check answer of a payment left before, however the person came back; only a press returns to its card page.
 * `subject`: what is paid for.
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
    // The browser may have cached this page while the card page was open.
    const backAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setForm(undefined)
      setBegun(begunPayment(subject))
    }
    const timer = setTimeout(() => setStuck(true), timeoutMs)
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
    /** The payment has ended or must not be continued. */
    forget: () => {
      keepBegunPayment(subject, undefined)
      setBegun(undefined)
    },
  }
}

/** Shown while the browser navigates to the card page, and if it did not. */
export function LeavingForCardPage({ stuck, onAgain }: { stuck: boolean; onAgain: () => void }) {
  return (
    <div
      className={
        stuck
          ? 'card-notice stack framed-2 rounded on-accent-soft warn'
          : 'card-notice stack framed-2 rounded on-accent-soft'
      }
      role={stuck ? 'alert' : 'status'}
    >
      <Icon className="mt-2 ink-accent" of={stuck ? CreditCard : LoaderCircle} turning={!stuck} />
      <div className="stack gap-4 justify-items-start">
        <h2>{stuck ? 'The card page did not open' : 'Taking you to the card page…'}</h2>
        <p>
          {stuck
            ? 'You have not been charged. Please try again: you won’t order or pay twice.'
            : 'After you pay there, you’ll return here for your receipt.'}
        </p>
        {stuck && (
          <Button className="mt-8" onClick={onAgain}>
            Go to the card page
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * A payment left for the card page. After stepping back it can be continued, per tab: the same human-check answer means
 * the same attempt for the server.
 */
type Begun = { answer: string; at: number }

/** The card page accepts a form for an hour. */
const goodMs = 30 * 60_000
const keyOf = (subject: string) => `card-page ${subject}`

function begunPayment(subject: string): string | undefined {
  try {
    const { answer, at } = JSON.parse(sessionStorage.getItem(keyOf(subject)) ?? '{}') as Partial<Begun>
    return answer && at && Date.now() - at < goodMs ? answer : undefined
  } catch {
    // Storage is disabled: a new payment starts.
    return undefined
  }
}

function keepBegunPayment(subject: string, answer: string | undefined): void {
  try {
    if (answer === undefined) sessionStorage.removeItem(keyOf(subject))
    else sessionStorage.setItem(keyOf(subject), JSON.stringify({ answer, at: Date.now() } satisfies Begun))
  } catch {
    // Storage is disabled, as above.
  }
}

/** The provider's test page, until the server has named the real one. */
const firstTarget = 'https://payment.securepay.com.au/test/v2/invoice'

/** The card page's name of each member. */
const names = {
  billName: 'bill_name',
  merchantId: 'merchant_id',
  primaryRef: 'primary_ref',
  txnType: 'txn_type',
  amount: 'amount',
  timestamp: 'fp_timestamp',
  fingerprint: 'fingerprint',
  returnURL: 'return_url',
  returnURLText: 'return_url_text',
  returnURLTarget: 'return_url_target',
  callbackURL: 'callback_url',
  cancelURL: 'cancel_url',
  currency: 'currency',
  deliveryCountry: 'delivery_country',
  billingCountry: 'billing_country',
  email: 'email_address',
  display_receipt: 'display_receipt',
} as const satisfies Record<Exclude<keyof CardForm, 'securePayURL'>, string>
const members = Object.keys(names) as (keyof typeof names)[]

/** Hidden, and empty until the server has replied. */
const HiddenCardForm = ({ form, place }: { form: CardForm | undefined; place: RefObject<HTMLFormElement | null> }) => (
  <form ref={place} hidden method="post" action={form?.securePayURL ?? firstTarget} data-testid="card-form">
    {members.map((member) => {
      const value = form?.[member] ?? ''
      // Some are only for fraud checks, and are omitted if empty.
      return form && value === '' ? null : (
        <input key={member} type="hidden" name={names[member]} value={value} readOnly />
      )
    })}
  </form>
)

/** How the person came back from the card page. `left`: by a step back, without a result. */
export type CardOutcome = 'declined' | 'cancelled' | 'left'

/** The outcome that the card page's redirect put into the address. */
export const cardOutcomeOf = (said: string | string[] | undefined): CardOutcome | undefined =>
  said === 'declined' || said === 'cancelled' ? said : undefined

const words: Record<CardOutcome, { title: string; text: string }> = {
  declined: {
    title: 'The card was declined',
    text: 'You have not been charged. Try another card or contact your bank.',
  },
  cancelled: { title: 'The payment was cancelled', text: 'You have not been charged.' },
  left: {
    title: 'You’ve left the card page',
    text: 'If you have paid, don’t pay again: we’ll email your receipt. If not, you can continue the same payment.',
  },
}

/** The outcome of a payment that was started here, and what to do. */
export function CardNotice({
  outcome,
  busy,
  onContinue,
  children,
}: {
  outcome: CardOutcome
  busy?: boolean
  /** Returns to the card page, with the same payment. */
  onContinue?: (() => void) | undefined
  children?: ReactNode
}) {
  const { title, text } = words[outcome]
  return (
    <div
      className={
        outcome === 'declined'
          ? 'card-notice stack framed-2 rounded on-accent-soft bad'
          : 'card-notice stack framed-2 rounded on-accent-soft'
      }
      role="status"
    >
      <Icon className="mt-2 ink-accent" of={outcome === 'declined' ? CircleX : CornerDownLeft} />
      <div className="stack gap-4 justify-items-start">
        <h2>{title}</h2>
        <p>
          {text} {children}
        </p>
        {onContinue && (
          <Button className="mt-8" icon={CreditCard} busy={busy ?? false} onClick={onContinue}>
            Continue to the card page
          </Button>
        )}
      </div>
    </div>
  )
}
