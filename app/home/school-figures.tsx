import { deskApi } from '#features/desk/contract.ts'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { counted, dayInWords, grouped, shortDay } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ColumnChart } from '#ui/column-chart.tsx'
import { Card, Lines, Pending } from './card.tsx'
import { FigureCard } from './figure-card.tsx'

const maxLines = 5
const renewalsAddress = '/desk/subscriptions?state=renewals'
const trialsAddress = '/desk/subscriptions?state=ending&type=TRIAL'

/** Download requests of all schools. */
export function DownloadsFigures() {
  const { reply, problem, again } = useLatestReply(deskHomeApi.downloadFigures, {})
  const days = reply?.response
  const requests = days?.reduce((sum, day) => sum + day.requests, 0) ?? 0
  const records = days?.reduce((sum, day) => sum + day.records, 0) ?? 0
  return (
    <FigureCard
      title="Downloads per day"
      main={grouped(requests)}
      note={`with ${counted(records, 'record')} in 30 days`}
      none={requests === 0 && 'No school downloaded anything in the last 30 days.'}
      columns={[
        { head: 'Day', namesRow: true, csv: ({ day }) => day, cell: ({ day }) => dayInWords(day) },
        { head: 'Downloads', number: true, csv: (day) => day.requests, cell: (day) => grouped(day.requests) },
        { head: 'Records', number: true, csv: (day) => day.records, cell: (day) => grouped(day.records) },
      ]}
      rows={days?.toReversed()}
      keyOf={({ day }) => day}
      chart={
        <ColumnChart
          columns={(days ?? []).map(({ day, requests, records }, place) => ({
            key: day,
            label: place % 7 === 1 ? shortDay(day) : '',
            name: `${dayInWords(day)}, ${counted(records, 'record')}`,
            values: [requests],
          }))}
          series={[{ name: 'Downloads', inWords: (value) => counted(value, 'download') }]}
          summary="Downloads per day"
          scaleInWords={grouped}
        />
      }
      {...{ problem, again }}
    />
  )
}

/** Bought subscriptions that end soon. */
export function RenewalsFigures() {
  const { reply, problem, again } = useLatestReply(deskHomeApi.renewalFigures, {})
  const weeks = reply?.response
  const total = weeks?.reduce((sum, { ending }) => sum + ending, 0) ?? 0
  return (
    <FigureCard
      title="Renewals"
      all={{ href: renewalsAddress, label: 'To renew' }}
      main={grouped(total)}
      note={`${total === 1 ? 'ends' : 'end'} in the next 90 days`}
      none={total === 0 && 'No subscriptions are due for renewal in the next 90 days.'}
      columns={[
        { head: 'Week from', namesRow: true, csv: ({ from }) => from, cell: ({ from }) => dayInWords(from) },
        { head: 'Ending', number: true, csv: ({ ending }) => ending, cell: ({ ending }) => grouped(ending) },
      ]}
      rows={weeks}
      keyOf={({ from }) => from}
      chart={
        <ColumnChart
          columns={(weeks ?? []).map(({ from, ending }, place) => ({
            key: from,
            label: place % 4 === 0 ? shortDay(from) : '',
            name: `Week from ${dayInWords(from)}`,
            values: [ending],
          }))}
          series={[{ name: 'Ending', inWords: (value) => `${grouped(value)} ending` }]}
          summary="Subscriptions ending per week"
          scaleInWords={grouped}
        />
      }
      {...{ problem, again }}
    />
  )
}

/** Trials that end within 30 days, the next one first. */
export function TrialsCard() {
  const { reply, problem, again } = useLatestReply(deskApi.deskSubscriptions, { state: 'ending', type: 'TRIAL' })
  return (
    <Card
      title="Trials ending within 30 days"
      all={
        reply && reply.totalCount > 0 ? { href: trialsAddress, label: `All ${grouped(reply.totalCount)}` } : undefined
      }
    >
      {!reply ? (
        <Pending {...{ problem, again }} />
      ) : reply.totalCount === 0 ? (
        <p className="quiet">No trials end soon.</p>
      ) : (
        <Lines
          lines={reply.response
            .slice(0, maxLines)
            .map(({ id, customerId, organisation, product, effectiveEndDate }) => ({
              key: id,
              href: `/desk/organisations/${encodeURIComponent(customerId)}`,
              title: organisation,
              note: `${product.name}, ends ${dayInWords(effectiveEndDate)}`,
            }))}
        />
      )}
    </Card>
  )
}
