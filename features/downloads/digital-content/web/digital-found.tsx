import { CalendarSearch } from 'lucide-react'
import { lazy } from 'react'
import { maxIdentities } from '#features/downloads/contract.ts'
import { digitalContentApi } from '#features/downloads/digital-content/contract.ts'
import { counted, formatDay, grouped, nounOf } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'

const DigitalPreview = lazy(async () => ({ default: (await import('./digital-preview.tsx')).DigitalPreview }))

export type Found = ReturnType<typeof useFound>

/** The number of records in a request for these days; fetched again whenever they change. */
export function useFound(from: string, to: string, valid: boolean) {
  const { reply, problem, stale, loading, again } = useLatestReply(
    digitalContentApi.countDigital,
    { from, to },
    { enabled: valid },
  )
  return { count: reply?.response.count, problem, stale: stale && loading, again }
}

const newestOnly = (count: number): string =>
  `A request can have at most ${most}, so this one will have the newest of ${grouped(count)}. Choose fewer days to get the rest.`
const most = `${grouped(maxIdentities)} records`
export const nothingFound = 'No digital content was catalogued on these dates.'

/** The right half of the screen: the content of the future file. */
export function DigitalFound({ from, to, valid, found }: { from: string; to: string; valid: boolean; found: Found }) {
  const { count, problem, stale, again } = found
  if (!valid)
    return (
      <EmptyState
        icon={CalendarSearch}
        title="No dates chosen yet"
        hint="Choose a first and a last day, at most 92 days apart, to see what was catalogued between them."
      />
    )
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (count === undefined) return <Skeleton lines={3} width="50%" />
  return (
    <div className={stale ? 'digital-found dimmed' : 'digital-found'} aria-busy={stale}>
      <p className="count" role="status">
        <strong className="num weight-600">{grouped(count)}</strong> {nounOf(count, 'record')}
      </p>
      <p className="quiet">
        {from === to
          ? `Digital content catalogued on ${formatDay(from, 'long')}`
          : `Digital content catalogued from ${formatDay(from, 'long')} to ${formatDay(to, 'long')}`}
      </p>
      {count > maxIdentities && (
        <p className="over mt-12 p-10-14 on-warn-soft text-small weight-500">{newestOnly(count)}</p>
      )}
      {count === 0 && <p className="note mt-12 ink-2">{nothingFound} Try longer or earlier dates.</p>}
      {count > 0 && (
        <LazyPart>
          <DigitalPreview from={from} to={to} count={count} />
        </LazyPart>
      )}
    </div>
  )
}

export const sendLabel = (count: number | undefined): string => {
  if (!count) return 'Request'
  return count > maxIdentities ? `Request the newest ${most}` : `Request ${counted(count, 'record')}`
}
