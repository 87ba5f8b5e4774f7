import { CircleAlert } from 'lucide-react'
import { Status } from '#ui/tags.tsx'
import { type ShownInvoice, states, timeInWords } from './invoice-words.ts'

/** Where an invoice stands, and since when or until when. */
export function InvoiceStatus({ one }: { one: ShownInvoice }) {
  const { label, tone } = states[one.invoiceStatus]
  const time = timeInWords(one, new Date())
  return (
    <>
      <Status tone={tone} {...(tone === 'bad' ? { icon: CircleAlert } : {})}>
        {label}
      </Status>
      {time && <div className="why num">{time}</div>}
    </>
  )
}
