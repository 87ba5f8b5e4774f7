import { deskApi } from '#features/desk/contract.ts'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { jobInWords } from '#features/desk/web/desk-labels.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { holdInWords } from '#features/shop/payments/rules.ts'
import { paymentAddress } from '#features/shop/payments/web/desk-payment-labels.ts'
import type { Answer } from '#kit/web/call.ts'
import { bareMoney, dateAndTime, grouped, moneyInWords, monthInWords, shortMonth } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ColumnChart } from '#ui/column-chart.tsx'
import { Card, Lines, Pending } from './card.tsx'
import { FigureCard } from './figure-card.tsx'

type Month = Answer<typeof deskHomeApi.revenueFigures>['response'][number]
const maxLines = 4
const jobsAddress = '/desk/jobs?state=failed'
const paymentsAddress = '/desk/payments?state=HELD'

/** A chart for each currency that occurs: amounts in two of them can't be compared. */
export function RevenueFigures() {
  const { reply, problem, again } = useLatestReply(deskHomeApi.revenueFigures, {})
  const months = reply?.response
  const byCurrency = [...Map.groupBy(months ?? [], ({ currency }) => currency)]
  const net = (rows: readonly Month[]) => rows.reduce((sum, { paid, refunded }) => sum + paid - refunded, 0)
  return (
    <FigureCard
      title="Revenue by month"
      all={{ href: '/desk/invoices?status=Paid', label: 'Paid invoices' }}
      wide
      none={months?.length === 0 && 'No invoices were paid in the last 12 months.'}
      columns={[
        {
          head: 'Month',
          namesRow: true,
          csv: ({ month }) => month,
          cell: ({ month, currency }) => `${monthInWords(month)}${byCurrency.length > 1 ? `, ${currency}` : ''}`,
        },
        { head: 'Currency', csv: ({ currency }) => currency },
        { head: 'Paid', number: true, csv: ({ paid }) => paid, cell: ({ paid }) => bareMoney(paid) },
        {
          head: 'Refunded',
          number: true,
          csv: ({ refunded }) => refunded,
          cell: ({ refunded }) => bareMoney(refunded),
        },
      ]}
      rows={months?.toReversed()}
      keyOf={({ month, currency }) => `${month} ${currency}`}
      chart={
        <div className="revenue-charts">
          {byCurrency.map(([currency, rows]) => (
            <div key={currency} className="min-w-0">
              <p className="aside flow items-baseline gap-0-14 pb-6">
                <strong className="figure num ink">{moneyInWords(net(rows), currency)}</strong> in 12 months
              </p>
              <RevenueChart currency={currency} rows={rows} />
            </div>
          ))}
        </div>
      }
      {...{ problem, again }}
    />
  )
}

function RevenueChart({ currency, rows }: { currency: string; rows: readonly Month[] }) {
  const refunds = rows.some(({ refunded }) => refunded > 0)
  return (
    <ColumnChart
      columns={rows.map(({ month, paid, refunded }, place) => ({
        key: month,
        label: place % 3 === 2 ? shortMonth(month) : '',
        name: monthInWords(month),
        values: refunds ? [paid, refunded] : [paid],
      }))}
      series={[
        { name: 'Paid', inWords: (value) => moneyInWords(value, currency) },
        ...(refunds
          ? [{ name: 'Refunded', inWords: (value: number) => `${moneyInWords(value, currency)} refunded` }]
          : []),
      ]}
      summary={`${currency} per month, with GST`}
      scaleInWords={grouped}
      height={150}
    />
  )
}

/** Card payments that need a person's decision. */
export function PaymentsCard() {
  const { reply, problem, again } = useLatestReply(paymentsApi.deskPayments, { state: 'HELD', page: 1 })
  return (
    <Card title="Payments to review" all={allOf(reply, paymentsAddress)}>
      {!reply ? (
        <Pending {...{ problem, again }} />
      ) : reply.totalCount === 0 ? (
        <p className="quiet">No payments need your review.</p>
      ) : (
        <Lines
          lines={reply.response.slice(0, maxLines).map(({ id, organisation, amount, currency, holdReason }) => ({
            key: id,
            href: paymentAddress(id),
            title: `${moneyInWords(amount, currency)} from ${organisation}`,
            note: holdInWords(holdReason).wrong,
          }))}
        />
      )}
    </Card>
  )
}

/** Background jobs that were given up. */
export function FailedJobsCard() {
  const { reply, problem, again } = useLatestReply(deskApi.deskJobs, { state: 'failed' })
  return (
    <Card title="Failed jobs" all={allOf(reply, jobsAddress)}>
      {!reply ? (
        <Pending {...{ problem, again }} />
      ) : reply.totalCount === 0 ? (
        <p className="quiet">No background jobs have failed.</p>
      ) : (
        <Lines
          lines={reply.response.slice(0, maxLines).map(({ id, name, reason, nextDate }) => ({
            key: id,
            href: jobsAddress,
            title: jobInWords(name),
            note: [dateAndTime(nextDate), reason].filter(Boolean).join(': '),
          }))}
        />
      )}
    </Card>
  )
}

const allOf = (reply: { totalCount: number } | undefined, href: string) =>
  reply && reply.totalCount > 0 ? { href, label: `All ${grouped(reply.totalCount)}` } : undefined
