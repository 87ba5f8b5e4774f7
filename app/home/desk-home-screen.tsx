import './home-overview.css'
import './desk-home.css'
import type { ReactNode } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { grouped, zoneInWords } from '#kit/web/in-words.ts'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { DeskHead } from '#ui/desk-head.tsx'
import { Link } from '#ui/link.tsx'
import { FailedJobsCard, PaymentsCard, RevenueFigures } from './money-figures.tsx'
import { RequestFigures } from './request-figures.tsx'
import { DownloadsFigures, RenewalsFigures, TrialsCard } from './school-figures.tsx'

export const DeskHomeScreen = forDesk(DeskHome)

/** The desk’s open work, and figures about its requests, schools and money. */
function DeskHome() {
  return (
    <div className="desk desk-home">
      <DeskHead title="Overview" hint={`Dates are in ${zoneInWords(settings.timeZone)} time.`} />
      <Waiting />
      <Part title="Cataloguing">
        <RequestFigures />
      </Part>
      <Part title="Schools">
        <DownloadsFigures />
        <RenewalsFigures />
        <TrialsCard />
      </Part>
      <Part title="Payments and jobs">
        <RevenueFigures />
        <div className="stack gap-16 one-column content-start">
          <PaymentsCard />
          <FailedJobsCard />
        </div>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-22" aria-label={title}>
      <h2 className="title-large pb-6">{title}</h2>
      <div className="home-cards mt-4">{children}</div>
    </section>
  )
}

const waiting = [
  { name: 'queue', label: 'To catalogue', href: '/desk/cataloguing' },
  { name: 'messages', label: 'Messages to answer', href: '/desk/cataloguing?state=answer' },
  { name: 'payments', label: 'Payments to review', href: '/desk/payments?state=HELD' },
  { name: 'overdueInvoices', label: 'Overdue invoices', href: '/desk/invoices?status=Overdue' },
  { name: 'endingTrials', label: 'Trials ending soon', href: '/desk/subscriptions?state=ending&type=TRIAL' },
  { name: 'failedJobs', label: 'Failed jobs', href: '/desk/jobs?state=failed' },
] as const

/** Each number leads to its list. */
function Waiting() {
  const { reply } = useLatestReply(deskHomeApi.deskCounts, {}, { refetchEvery: 60_000 })
  return (
    <ul className="desk-waiting mt-16 framed rounded" aria-label="Waiting for the desk">
      {waiting.map(({ name, label, href }) => {
        const count = reply?.response[name]
        return (
          <li key={name}>
            <Link href={href} className={count === 0 ? 'none' : undefined}>
              <strong className="figure num">{count === undefined ? '–' : grouped(count)}</strong>{' '}
              <span className="text-small">{label}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
