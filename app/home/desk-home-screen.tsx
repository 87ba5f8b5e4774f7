import './home-overview.css'
import './desk-home.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { jobLabel } from '#features/desk/web/desk-labels.ts'
import { workAddress } from '#features/requests/cataloguing/web/work-address.ts'
import { formatWaiting, joinNames } from '#features/requests/cataloguing/web/work-labels.ts'
import { describeHold } from '#features/shop/payments/rules.ts'
import { paymentAddress } from '#features/shop/payments/web/desk-payment-labels.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, dateAndTime, formatDay, formatMoney, formatZone, grouped } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { DeskHead } from '#ui/desk-head.tsx'
import { Card, type Line, Lines, Pending } from './card.tsx'

export const DeskHomeScreen = forDesk(DeskHome)

type Home = Answer<typeof deskHomeApi.deskHome>['response']

/** Lists of what the desk should do today, below four figures of the last seven days. */
function DeskHome() {
  const { reply, problem, again } = useLatestReply(deskHomeApi.deskHome, {}, { refetchEvery: 60_000 })
  const home = reply?.response
  return (
    <div className="desk">
      <DeskHead title="Overview" hint={`Dates are in ${formatZone(settings.timeZone)} time.`} />
      {home ? (
        <>
          <Figures figures={home.figures} />
          <Lists lists={listsOf(home)} />
        </>
      ) : (
        <div className="mt-22">
          <Pending {...{ problem, again }} />
        </div>
      )}
    </div>
  )
}

function Figures({ figures: { requested, answered, medianHours, downloads } }: { figures: Home['figures'] }) {
  const shown = [
    { name: 'Items requested', ...inWords(requested, grouped) },
    { name: 'Items answered', ...inWords(answered, grouped) },
    { name: 'Time to answer (median)', ...inWords(medianHours, formatHours) },
    { name: 'Downloads', ...inWords(downloads, grouped) },
  ]
  return (
    <section className="mt-16" aria-labelledby="last-7-days">
      <h2 className="title pb-6" id="last-7-days">
        Last 7 days
      </h2>
      <dl className="desk-figures framed rounded">
        {shown.map(({ name, latest, before }) => (
          <div key={name}>
            <dt className="text-small">{name}</dt>
            <dd className="flow items-baseline gap-0-14">
              <strong className="figure num ink">{latest}</strong>
              <span className="remark num">{before} the week before</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type List = { title: string; all: string; none: string; total: number; lines: Line[] }

/** Lists without lines are one sentence each, below the others. */
function Lists({ lists }: { lists: List[] }) {
  const empty = lists.filter(({ total }) => total === 0)
  return (
    <section className="mt-22" aria-labelledby="needs-you">
      <h2 className="title pb-6" id="needs-you">
        {empty.length === lists.length ? 'Nothing needs your attention' : 'Needs your attention'}
      </h2>
      <div className="home-cards">
        {lists
          .filter(({ total }) => total > 0)
          .map(({ title, all, total, lines }) => (
            <Card key={title} title={title} count={total} all={{ href: all, label: 'Show all' }}>
              <Lines lines={lines} />
            </Card>
          ))}
      </div>
      {empty.length > 0 && <p className="quiet text-small mt-16">{empty.map(({ none }) => none).join(' ')}</p>}
    </section>
  )
}

const listsOf = ({ longWaits, messages, trials, renewals, payments, failedJobs }: Home): List[] => [
  {
    title: 'Waiting more than 7 days',
    all: '/desk/cataloguing?age=7',
    none: 'No request has waited more than 7 days.',
    total: longWaits.total,
    lines: longWaits.lines.map(({ itemId, name, organisations, submittedDate }) => ({
      key: itemId,
      href: workAddress(itemId, '?age=7'),
      title: name,
      note: `${formatWaiting(submittedDate)}, ${joinNames(organisations)}`,
    })),
  },
  {
    title: 'New messages from schools',
    all: '/desk/cataloguing?state=answer',
    none: 'No messages to answer.',
    total: messages.total,
    lines: messages.lines.map(({ itemId, requestNumber, organisation, writtenDate }) => ({
      key: requestNumber,
      href: workAddress(itemId, '?state=answer'),
      title: organisation,
      note: `${requestNumber}, ${dateAndTime(writtenDate)}`,
    })),
  },
  {
    title: 'Trials ending within 30 days',
    all: '/desk/subscriptions?state=ending&type=TRIAL',
    none: 'No trials end in the next 30 days.',
    total: trials.total,
    lines: trials.lines.map(endingLine),
  },
  {
    title: 'Renewals due in 90 days',
    all: '/desk/subscriptions?state=renewals',
    none: 'No renewals are due in the next 90 days.',
    total: renewals.total,
    lines: renewals.lines.map(endingLine),
  },
  {
    title: 'Payments to review',
    all: '/desk/payments?state=HELD',
    none: 'No payments to review.',
    total: payments.total,
    lines: payments.lines.map(({ id, organisation, amount, currency, holdReason }) => ({
      key: id,
      href: paymentAddress(id),
      title: `${formatMoney(amount, currency)} from ${organisation}`,
      note: describeHold(holdReason).wrong,
    })),
  },
  {
    title: 'Failed jobs',
    all: '/desk/jobs?state=failed',
    none: 'No failed jobs.',
    total: failedJobs.total,
    lines: failedJobs.lines.map(({ id, name, reason, failedDate }) => ({
      key: id,
      href: '/desk/jobs?state=failed',
      title: jobLabel(name),
      note: [dateAndTime(failedDate), reason].filter(Boolean).join(': '),
    })),
  },
]

const endingLine = ({ id, customerId, organisation, product, endDate }: Home['trials']['lines'][number]): Line => ({
  key: id,
  href: `/desk/organisations/${encodeURIComponent(customerId)}`,
  title: organisation,
  note: `${product}, ends ${formatDay(endDate)}`,
})

const inWords = <Value,>({ latest, before }: { latest: Value; before: Value }, written: (value: Value) => string) => ({
  latest: written(latest),
  before: written(before),
})

/** `5 hours`, from two days on `3 days`. */
function formatHours(hours: number | null): string {
  if (hours === null) return 'none'
  return hours < 48 ? counted(Math.round(hours), 'hour') : counted(Math.round(hours / 24), 'day')
}
