import { moneyInWords, sumOf } from '#kit/web/money.ts'
import { Link } from '#ui/link.tsx'
import { type Figure, Figures } from '../../billing/web/figures.tsx'
import { dayInWords, daysLeft, invoiceAddress, isOpen, ownDayInWords, type ShownInvoice } from './invoice-words.ts'

/** The unpaid sum, its overdue part, and the next due date. */
export function InvoiceFigures({ all }: { all: readonly ShownInvoice[] }) {
  const open = all.filter(isOpen).sort((a, b) => a.dateDue.localeCompare(b.dateDue))
  const overdue = open.filter(({ invoiceStatus }) => invoiceStatus === 'Overdue')
  const next = open.find(({ invoiceStatus }) => invoiceStatus === 'Pending')
  const paid = all
    .filter(({ invoiceStatus, paidDate }) => invoiceStatus === 'Paid' && paidDate !== null)
    .sort((a, b) => Number(b.paidDate) - Number(a.paidDate))[0]
  const now = new Date()
  const figures: Figure[] = [
    {
      label: 'To be paid',
      amounts: open.length > 0 ? sumsOf(open) : ['Nothing'],
      why: open.length > 0 ? counted(open.length) : 'All invoices are paid.',
    },
  ]
  if (overdue[0])
    figures.push({
      label: 'Overdue',
      amounts: sumsOf(overdue),
      why:
        overdue.length === 1
          ? `since ${dayInWords(overdue[0].dateDue)}, ${counted(-daysLeft(overdue[0].dateDue, now), 'day')}`
          : `${counted(overdue.length)}, the oldest since ${dayInWords(overdue[0].dateDue)}`,
      bad: true,
    })
  if (next)
    figures.push({
      label: 'Due next',
      amounts: [dayInWords(next.dateDue)],
      why: (
        <>
          <Link href={invoiceAddress(next.invoiceNumber)}>{next.invoiceNumber}</Link>,{' '}
          {moneyInWords(next.total, next.currency)}
        </>
      ),
    })
  if (paid)
    figures.push({
      label: 'Last paid',
      amounts: [moneyInWords(paid.total, paid.currency)],
      why: `${paid.invoiceNumber}, ${ownDayInWords(paid.paidDate)}`,
    })
  return <Figures figures={figures} />
}

/** One per currency. */
function sumsOf(some: readonly ShownInvoice[]): string[] {
  const currencies = [...new Set(some.map(({ currency }) => currency))]
  return currencies.map((currency) =>
    moneyInWords(sumOf(some.filter((one) => one.currency === currency).map(({ total }) => total)), currency),
  )
}

const counted = (count: number, noun = 'invoice') => `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`
