import { CircleAlert } from 'lucide-react'
import { Status } from '#ui/tags.tsx'
import { describeDue, type InvoiceView, states } from './invoice-labels.ts'

/** An invoice's state, and its date. */
export function InvoiceStatus({ one }: { one: InvoiceView }) {
  const { label, tone } = states[one.invoiceStatus]
  const time = describeDue(one, new Date())
  return (
    <>
      <Status tone={tone} {...(tone === 'bad' ? { icon: CircleAlert } : {})}>
        {label}
      </Status>
      {time && <div className="why num">{time}</div>}
    </>
  )
}
