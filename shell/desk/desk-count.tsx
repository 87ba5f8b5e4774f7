import './desk-count.css'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'

/** Places with what waits there, and the list that shows it. */
const waiting = {
  '/desk/cataloguing': { count: 'queue', list: '/desk/cataloguing', says: 'to catalogue' },
  '/desk/invoices': { count: 'overdueInvoices', list: '/desk/invoices?status=Overdue', says: 'overdue' },
  '/desk/payments': { count: 'payments', list: '/desk/payments?state=HELD', says: 'to review' },
  '/desk/jobs': { count: 'failedJobs', list: '/desk/jobs?state=failed', says: 'failed' },
} as const

type Waiting = (typeof waiting)[keyof typeof waiting]

/** Beside a place of the desk, or a group of them: how much waits there. */
export function DeskCount({ at }: { at: readonly { href: string }[] }) {
  const parts = at.flatMap(({ href }) => (Object.hasOwn(waiting, href) ? [waiting[href as keyof typeof waiting]] : []))
  return parts.length === 0 ? null : <Count parts={parts} />
}

function Count({ parts }: { parts: Waiting[] }) {
  const { reply } = useLatestReply(deskHomeApi.deskCounts, {}, { refetchEvery: 60_000 })
  const found = parts.filter(({ count }) => (reply?.response[count] ?? 0) > 0)
  if (!reply || found.length === 0) return null
  const number = found.reduce((sum, { count }) => sum + reply.response[count], 0)
  const summary = found.map(({ count, says }) => `${grouped(reply.response[count])} ${says}`).join(', ')
  return (
    <Link className="desk-count" href={found[0]!.list} title={summary}>
      <span className="on-warn-soft ink-warn weight-600" aria-hidden>
        {number > 999 ? '999+' : grouped(number)}
      </span>
      <span className="only-heard">{summary}</span>
    </Link>
  )
}
