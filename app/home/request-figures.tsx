import { deskHomeApi } from '#features/desk/home/contract.ts'
import { ageInWords } from '#features/requests/cataloguing/web/work-labels.ts'
import { type ResourceType, resourceTypeNames } from '#features/requests/rules.ts'
import type { Answer } from '#kit/web/call.ts'
import { counted, dayInWords, grouped, shortDay } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { ColumnChart } from '#ui/column-chart.tsx'
import { Link } from '#ui/link.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { FigureCard, RowBar } from './figure-card.tsx'

type Figures = Answer<typeof deskHomeApi.requestFigures>['response']
type Age = Figures['ages'][number]
type Week = Figures['weeks'][number]
type School = Figures['schools'][number]
type Type = Figures['types'][number]

const queueAddress = '/desk/cataloguing'
const refetchEvery = 5 * 60_000
/** Schools on the screen; their file has up to fifty. */
const maxShown = 6

/** Catalogue requests: the queue, its weeks, and who requests what. */
export function RequestFigures() {
  const { reply, problem, again } = useLatestReply(deskHomeApi.requestFigures, {}, { refetchEvery })
  const figures = reply?.response
  const loaded = { figures, problem, again }
  return (
    <>
      <Ages {...loaded} />
      <Weeks {...loaded} />
      <Times {...loaded} />
      <Schools {...loaded} />
      <Types {...loaded} />
    </>
  )
}

type Loaded = { figures: Figures | undefined } & Pick<ReturnType<typeof useLatestReply>, 'problem' | 'again'>

function Ages({ figures, ...state }: Loaded) {
  const total = figures?.ages.reduce((sum, { works }) => sum + works, 0) ?? 0
  const most = Math.max(1, ...(figures?.ages.map(({ works }) => works) ?? []))
  const columns: Columns<Age> = [
    {
      head: 'Waiting',
      namesRow: true,
      csv: ({ fromDays }) => firstUpper(ageInWords(fromDays)),
      cell: ({ fromDays, works }) => {
        const name = firstUpper(ageInWords(fromDays))
        return works === 0 ? name : <Link href={`${queueAddress}?age=${fromDays}`}>{name}</Link>
      },
    },
    barOf(({ works }) => works / most),
    { head: 'Requests', number: true, csv: ({ works }) => works, cell: ({ works }) => grouped(works) },
  ]
  return (
    <FigureCard
      title="Queue by age"
      all={{ href: queueAddress, label: 'Queue' }}
      main={grouped(total)}
      note={figures?.oldestDays != null && `to catalogue, the oldest for ${counted(figures.oldestDays, 'day')}`}
      none={total === 0 && 'Every request is answered.'}
      columns={columns}
      rows={figures?.ages}
      keyOf={({ fromDays }) => String(fromDays)}
      {...state}
    />
  )
}

const weekInWords = (monday: string) => `Week of ${dayInWords(monday)}`
/** Every fourth week, so that the labels don't touch. */
const weekLabel = (monday: string, place: number) => (place % 4 === 0 ? shortDay(monday) : '')

const weekColumn = {
  head: 'Week of',
  namesRow: true,
  csv: ({ monday }: Week) => monday,
  cell: ({ monday }: Week) => dayInWords(monday),
}

function Weeks({ figures, ...state }: Loaded) {
  const weeks = figures?.weeks
  const arrived = weeks?.reduce((sum, week) => sum + week.arrived, 0) ?? 0
  const answered = weeks?.reduce((sum, week) => sum + week.answered, 0) ?? 0
  return (
    <FigureCard
      title="Arrivals and answers"
      main={grouped(arrived)}
      note={`arrived and ${grouped(answered)} answered in 13 weeks`}
      none={arrived + answered === 0 && 'No items arrived or were answered in the last 13 weeks.'}
      columns={[
        weekColumn,
        { head: 'Arrived', number: true, csv: (week) => week.arrived, cell: (week) => grouped(week.arrived) },
        { head: 'Answered', number: true, csv: (week) => week.answered, cell: (week) => grouped(week.answered) },
      ]}
      rows={weeks?.toReversed()}
      keyOf={({ monday }) => monday}
      chart={
        <ColumnChart
          columns={(weeks ?? []).map((week, place) => ({
            key: week.monday,
            label: weekLabel(week.monday, place),
            name: weekInWords(week.monday),
            values: [week.arrived, week.answered],
          }))}
          series={[
            { name: 'Arrived', inWords: (value) => `${grouped(value)} arrived` },
            { name: 'Answered', inWords: (value) => `${grouped(value)} answered` },
          ]}
          summary="Items per week"
          scaleInWords={grouped}
        />
      }
      {...state}
    />
  )
}

/** Days, unless all medians are short. */
const inDays = (weeks: readonly Week[]) => Math.max(0, ...weeks.map(({ medianHours }) => medianHours ?? 0)) > 72
const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** `5 hours`, `3.4 days`. */
function hoursInWords(hours: number, days: boolean): string {
  return days ? counted(oneDecimal(hours / 24), 'day') : counted(oneDecimal(hours), 'hour')
}

function Times({ figures, ...state }: Loaded) {
  const weeks = figures?.weeks
  const days = inDays(weeks ?? [])
  const median = figures?.medianHours ?? null
  return (
    <FigureCard
      title="Time to answer"
      main={median === null ? '' : hoursInWords(median, days)}
      note="median in 13 weeks"
      none={median === null && 'No items were answered in the last 13 weeks.'}
      columns={[
        weekColumn,
        {
          head: 'Median',
          csvHead: 'Median in hours',
          number: true,
          csv: ({ medianHours }) => (medianHours === null ? null : oneDecimal(medianHours)),
          cell: ({ medianHours }) => (medianHours === null ? 'None answered' : hoursInWords(medianHours, days)),
        },
        { head: 'Answered', number: true, csv: (week) => week.answered, cell: (week) => grouped(week.answered) },
      ]}
      rows={weeks?.toReversed()}
      keyOf={({ monday }) => monday}
      chart={
        <ColumnChart
          columns={(weeks ?? []).map(({ monday, medianHours }, place) => ({
            key: monday,
            label: weekLabel(monday, place),
            name: weekInWords(monday),
            values: [medianHours === null ? null : days ? medianHours / 24 : medianHours],
          }))}
          series={[
            {
              name: 'Median',
              inWords: (value) => (value === 0 ? 'None answered' : hoursInWords(days ? value * 24 : value, days)),
            },
          ]}
          summary={`Median per week in ${days ? 'days' : 'hours'}`}
          scaleInWords={grouped}
          whole={false}
        />
      }
      {...state}
    />
  )
}

function Schools({ figures, ...state }: Loaded) {
  const schools = figures?.schools
  const most = Math.max(1, ...(schools?.map(({ waiting }) => waiting) ?? []))
  const columns: Columns<School> = [
    {
      head: 'School',
      namesRow: true,
      csv: ({ name }) => name,
      cell: ({ customerId, customerNo, name, waiting }) => (
        <Link
          href={
            waiting > 0
              ? `${queueAddress}?text=${encodeURIComponent(customerNo)}`
              : `/desk/organisations/${encodeURIComponent(customerId)}`
          }
        >
          {name}
        </Link>
      ),
    },
    { head: 'Number', csv: ({ customerNo }) => customerNo },
    barOf(({ waiting }) => waiting / most),
    ...waitingAndArrived,
  ]
  return (
    <FigureCard
      title="Requests by school"
      wide
      none={schools?.length === 0 && 'No school has requested an item in the last 13 weeks.'}
      columns={columns}
      rows={schools}
      shown={maxShown}
      more={
        (figures?.schoolCount ?? 0) > maxShown && `and ${grouped((figures?.schoolCount ?? 0) - maxShown)} more schools`
      }
      keyOf={({ customerId }) => customerId}
      {...state}
    />
  )
}

const waitingAndArrived = [
  {
    head: 'Waiting',
    number: true,
    csv: ({ waiting }: { waiting: number }) => waiting,
    cell: ({ waiting }: { waiting: number }) => grouped(waiting),
  },
  {
    head: '13 weeks',
    csvHead: 'Arrived in 13 weeks',
    number: true,
    csv: ({ arrived }: { arrived: number }) => arrived,
    cell: ({ arrived }: { arrived: number }) => grouped(arrived),
  },
]

const barOf = <Row,>(shareOf: (row: Row) => number) => ({
  head: 'Share',
  headHidden: true,
  className: 'bar-cell',
  cell: (row: Row) => <RowBar share={shareOf(row)} />,
})

function Types({ figures, ...state }: Loaded) {
  const types = figures?.types
  const most = Math.max(1, ...(types?.map(({ waiting }) => waiting) ?? []))
  const nameOf = ({ resourceType }: Type) => resourceTypeNames[resourceType as ResourceType] ?? resourceType
  return (
    <FigureCard
      title="Requests by type"
      none={types?.length === 0 && 'No items were requested in the last 13 weeks.'}
      columns={[
        { head: 'Type', namesRow: true, csv: nameOf, cell: nameOf },
        barOf<Type>(({ waiting }) => waiting / most),
        ...waitingAndArrived,
      ]}
      rows={types}
      keyOf={({ resourceType }) => resourceType}
      {...state}
    />
  )
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
