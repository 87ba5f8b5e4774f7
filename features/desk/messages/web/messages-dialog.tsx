import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SiteMessage } from '#features/desk/messages/contract.ts'
import { isReminder } from '#features/desk/messages/rules.ts'
import { type Day, dayOfMidnight } from '#kit/day.ts'
import { defaultLanguage } from '#kit/messages.ts'
import { businessDay } from '#kit/web/dates.ts'
import { formatDay, shortMoney } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Found } from './fetch-messages.ts'
import { messageIcons } from './message-icons.ts'
import { MessageText } from './message-text.tsx'

export function MessagesDialog({ found, onClose }: { found: Found; onClose: () => void }) {
  const { messages } = found
  const title =
    messages.length > 0 && messages.every(({ messageType }) => isReminder(messageType)) ? 'Reminders' : 'Messages'
  return (
    <Dialog
      title={title}
      lang={defaultLanguage}
      onClose={onClose}
      actions={
        <Button look="main" ref={focusNow} onClick={onClose}>
          Close
        </Button>
      }
    >
      {messages.length === 0 ? (
        <p className="row gap-10 ink-2">
          <Icon of={BellOff} />
          You have no messages.
        </p>
      ) : (
        <ul className="messages stack">
          {messages.map((message) => (
            <Message key={message.id} message={message}>
              <About type={message.messageType} found={found} onGo={onClose} />
            </Message>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** A message as its audience sees it. */
export function Message({ message, children }: { message: Omit<SiteMessage, 'id'>; children?: ReactNode }) {
  return (
    <li className={message.icon === 'WARNING' ? 'message warns' : 'message'}>
      <Icon of={messageIcons[message.icon]} />
      <div className="stack gap-8 justify-items-start">
        <h3 className="anywhere">{message.messageDesc}</h3>
        <MessageText text={message.content} />
        {children}
      </div>
    </li>
  )
}

type Reminder = { type: SiteMessage['messageType']; found: Found; onGo: () => void }

/** The subject of a reminder, and links for acting on it. */
function About({ type, found: { subscriptions, invoices }, onGo }: Reminder) {
  if (type === 'SUBSCRIPTION')
    return (
      <>
        <dl className="stack w-full">
          {subscriptions.map(({ id, product, effectiveEndDate }) => (
            <div key={id}>
              <dt className="num weight-550">{product.name}</dt>
              <dd className="ink-2 num">{effectiveEndDate && formatEnd(dayOfMidnight(effectiveEndDate))}</dd>
            </div>
          ))}
        </dl>
        <Link href="/subscriptions" onClick={onGo}>
          View your subscriptions
        </Link>
      </>
    )
  if (type === 'INVOICE')
    return (
      <>
        <dl className="stack w-full">
          {invoices.map(({ id, invoiceNumber, total, currency, dateDue }) => (
            <div key={id}>
              <dt className="num weight-550">
                {invoiceNumber} · {shortMoney(total, currency)}
              </dt>
              <dd className="ink-2 num">was due {formatDay(dateDue)}</dd>
            </div>
          ))}
        </dl>
        <Link href="/invoices?state=overdue" onClick={onGo}>
          View or pay your invoices
        </Link>
      </>
    )
  return null
}

const formatEnd = (day: Day) => `${day < businessDay() ? 'ended' : 'ends'} on ${formatDay(day)}`
