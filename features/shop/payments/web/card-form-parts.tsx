import './card-page.css'
import { CircleX, CornerDownLeft, CreditCard, LoaderCircle } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CardForm } from '#features/shop/payments/contract.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** After so long a page that has not left is not going to. */
const timeoutMs = 20_000

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
    /** What was begun has come to an end, or is not to be gone on with. */
    forget: () => {
      keepBegunPayment(subject, undefined)
      setBegun(undefined)
    },
  }
}

/** While the browser goes to the card page, and where it did not go. */
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
      <Icon of={stuck ? CreditCard : LoaderCircle} turning={!stuck} />
      <div className="stack gap-4 justify-items-start">
        <h2>{stuck ? 'The card page did not open' : 'Taking you to the card page …'}</h2>
        <p>
          {stuck
            ? 'Nothing has been charged. Please try again; nothing is ordered or paid twice by that.'
            : 'You pay there, and come back here with your receipt.'}
        </p>
        {stuck && <Button onClick={onAgain}>Go to the card page</Button>}
      </div>
    </div>
  )
}

/**
 * What somebody left for the card page with. Whoever steps back from it can go on to the same payment, in this tab: the
 * same answer of the human check is the same attempt for the server.
 */
type Begun = { answer: string; at: number }

/** The card page takes a form that is younger than an hour. */
const goodMs = 30 * 60_000
const keyOf = (subject: string) => `card-page ${subject}`

function begunPayment(subject: string): string | undefined {
  try {
    const { answer, at } = JSON.parse(sessionStorage.getItem(keyOf(subject)) ?? '{}') as Partial<Begun>
    return answer && at && Date.now() - at < goodMs ? answer : undefined
  } catch {
    // Storage is switched off: then the payment is begun anew.
    return undefined
  }
}

function keepBegunPayment(subject: string, answer: string | undefined): void {
  try {
    if (answer === undefined) sessionStorage.removeItem(keyOf(subject))
    else sessionStorage.setItem(keyOf(subject), JSON.stringify({ answer, at: Date.now() } satisfies Begun))
  } catch {
    // As above.
  }
}

/** The provider's page for tests, until the server has said which one it is. */
const firstTarget = 'https://payment.securepay.com.au/test/v2/invoice'

/** What the card page calls each member. */
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

/** Hidden, and empty until the server has said what is to be paid. */
const HiddenCardForm = ({ form, place }: { form: CardForm | undefined; place: RefObject<HTMLFormElement | null> }) => (
  <form ref={place} hidden method="post" action={form?.securePayURL ?? firstTarget} data-testid="card-form">
    {members.map((member) => {
      const value = form?.[member] ?? ''
      // Some are for checks against fraud only: where they are not wanted they are not sent.
      return form && value === '' ? null : (
        <input key={member} type="hidden" name={names[member]} value={value} readOnly />
      )
    })}
  </form>
)

/** How somebody has come back from the card page. `left`: by a step back, without an answer of it. */
export type CardOutcome = 'declined' | 'cancelled' | 'left'

/** What the address of a page says that the card page has led back to. */
export const cardOutcomeOf = (said: string | string[] | undefined): CardOutcome | undefined =>
  said === 'declined' || said === 'cancelled' ? said : undefined

const words: Record<CardOutcome, { title: string; text: string }> = {
  declined: {
    title: 'The card was declined',
    text: 'Nothing has been charged. Try another card, or ask the bank that issued this one.',
  },
  cancelled: { title: 'The payment was cancelled', text: 'Nothing has been charged.' },
  left: {
    title: 'You have come back from the card page',
    text: 'If you have paid there, do not pay again: the receipt is on its way by mail. If not, you can go on with the same payment.',
  },
}

/** Says what has come of a payment that was begun here, and what to do. */
export function CardNotice({
  outcome,
  busy,
  onGoOn,
  children,
}: {
  outcome: CardOutcome
  busy?: boolean
  /** Goes to the card page again, with the same payment. */
  onGoOn?: (() => void) | undefined
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
      <Icon of={outcome === 'declined' ? CircleX : CornerDownLeft} />
      <div className="stack gap-4 justify-items-start">
        <h2>{title}</h2>
        <p>
          {text} {children}
        </p>
        {onGoOn && (
          <Button icon={CreditCard} busy={busy ?? false} onClick={onGoOn}>
            Go on to the card page
          </Button>
        )}
      </div>
    </div>
  )
}
