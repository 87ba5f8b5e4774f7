import './desk-count.css'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { grouped } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'

/** Places with what waits there, and the list that shows it. */
const waiting = {
  '/desk/cataloguing': { count: 'queue', list: '/desk/cataloguing', says: 'to catalogue' },
  '/desk/invoices': { count: 'overdueInvoices', list: '/desk/invoices?status=Overdue', says: 'overdue' },
  '/desk/payments': { count: 'payments', list: '/desk/payments?state=HELD', says: 'to review' },
  '/desk/jobs': { count: 'failedJobs', list: '/desk/jobs?state=failed', says: 'failed' },
} as const

/** Beside a place of the desk: how much waits there. */
export function DeskCount({ at }: { at: string }) {
  return Object.hasOwn(waiting, at) ? <Count {...waiting[at as keyof typeof waiting]} /> : null
}

function Count({ count, list, says }: (typeof waiting)[keyof typeof waiting]) {
  const { reply } = useLatestReply(deskHomeApi.deskCounts, {}, { refetchEvery: 60_000 })
  const number = reply?.response[count] ?? 0
  if (number === 0) return null
  return (
    <Link className="desk-count" href={list} title={`${grouped(number)} ${says}`}>
      <span className="on-warn-soft ink-warn weight-600" aria-hidden>
        {number > 999 ? '999+' : grouped(number)}
      </span>
      <span className="only-heard">{`${grouped(number)} ${says}`}</span>
    </Link>
  )
}
