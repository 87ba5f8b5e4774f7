import './card-page.css'
import { CreditCard, LoaderCircle } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** While the browser goes to the card page, and where it did not go. */
export function LeavingForCardPage({ stuck, onAgain }: { stuck: boolean; onAgain: () => void }) {
  return (
    <div className={stuck ? 'card-notice warn' : 'card-notice'} role={stuck ? 'alert' : 'status'}>
      <Icon of={stuck ? CreditCard : LoaderCircle} turning={!stuck} />
      <div>
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
