import { CalendarSearch } from 'lucide-react'
import { askApi } from '#features/downloads/ask-contract.ts'
import { maxIdentities } from '#features/downloads/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Day, dayInWords } from '#ui/typed-day.ts'
import { counted } from './request-words.ts'

export type Found = ReturnType<typeof useFound>

/** How many records a request of these days would hold; asked anew whenever they change. */
export function useFound(from: Day, to: Day, valid: boolean) {
  const { reply, problem, stale, loading, again } = useLatestReply(
    askApi.countDigital,
    { from, to },
    { enabled: valid },
  )
  return { count: reply?.response.count, problem, stale: stale && loading, again }
}

export const tooManyFound = (count: number): string =>
  `A request holds at most ${maxIdentities.toLocaleString()} records, and ${count.toLocaleString()} were catalogued in these days. Please choose fewer days.`
export const nothingFound = 'No digital content was catalogued in these days.'

/** The right half of the screen: what would be in the file. */
export function DigitalFound({ from, to, valid, found }: { from: Day; to: Day; valid: boolean; found: Found }) {
  const { count, problem, stale, again } = found
  if (!valid)
    return (
      <EmptyState
        icon={CalendarSearch}
        title="No range of days yet"
        hint="Choose a first and a last day, at most 92 days apart, and what was catalogued between them is counted here."
      />
    )
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (count === undefined) return <Skeleton lines={3} width="50%" />
  return (
    <div className={stale ? 'digital-found stale' : 'digital-found'} aria-busy={stale}>
      <p className="count" role="status">
        <strong className="num">{count.toLocaleString()}</strong> {count === 1 ? 'record' : 'records'}
      </p>
      <p className="quiet">
        {from === to
          ? `Digital content catalogued on ${dayInWords(from, 'long')}`
          : `Digital content catalogued from ${dayInWords(from, 'long')} to ${dayInWords(to, 'long')}`}
      </p>
      {count > maxIdentities && <p className="over">{tooManyFound(count)}</p>}
      {count === 0 && <p className="note">{nothingFound} Longer ranges, or earlier ones, may have some.</p>}
    </div>
  )
}

export const sendLabel = (count: number | undefined): string =>
  count ? `Request ${counted(count, 'record')}` : 'Request'
