import './card-page.css'
import { CircleX, CornerDownLeft, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

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
    <div className={outcome === 'declined' ? 'card-notice bad' : 'card-notice'} role="status">
      <Icon of={outcome === 'declined' ? CircleX : CornerDownLeft} />
      <div>
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
