import { readersDay } from '#kit/web/dates.ts'
import './request-history-chart.css'
import { useEffect } from 'react'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { goTo } from '#kit/web/history.ts'
import { counted, dayInWords, grouped } from '#kit/web/in-words.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Select } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { spanInWords } from '../../web/request-labels.ts'
import { type Bar, barsOf, hasDays, requestsInLastDays } from './chart-bars.ts'
import { DownloadsChart } from './downloads-chart.tsx'
import { type ListState, listAddress } from './list-state.ts'

/** The school's requests over time: years, months and days that the list can be filtered by. */
export function RequestHistoryChart({ state, changed }: { state: ListState; changed: number | undefined }) {
  const { reply, again } = useLatestReply(manageApi.yearAndDay, {})
  // A changed total of the list means changed counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is new at every drawing
  useEffect(() => {
    if (changed !== undefined && state.on === '' && state.query === '' && state.requestType === '') again()
  }, [changed])
  // If it fails, the list says why.
  if (!reply) return null
  const counts = reply.response
  const { on } = state
  const today = readersDay()
  const year = on.slice(0, 4)
  const known = on === '' || hasDays(counts, year)
  const bars = known ? barsOf(counts, on, today) : []
  const ofYear = counts.years.find((each) => String(each.year) === year)
  return (
    <section className="lately stack items-start line-above mt-28 no-print" aria-labelledby="over-time">
      <h2 id="over-time">Requests over time</h2>
      <div className="recent stack gap-6">
        {[
          { back: 1, label: 'today' },
          { back: 7, label: 'in the last 7 days' },
          { back: 30, label: 'in the last 30 days' },
        ].map(({ back, label }) => (
          <p className="aside flex items-baseline gap-8" key={back}>
            <strong className="num ink">{grouped(requestsInLastDays(counts, today, back))}</strong> {label}
          </p>
        ))}
      </div>
      <div className="over-time">
        <nav className="spans flow gap-4" aria-label="Years">
          <Link className="aside" href={listAddress(state, { on: '' })} aria-current={on === '' || undefined}>
            All time
          </Link>
          {[...counts.years]
            .sort((a, b) => b.year - a.year)
            .map((each) => (
              <Link
                className="aside"
                key={each.year}
                href={listAddress(state, { on: String(each.year) })}
                aria-current={
                  on === String(each.year) ? 'true' : on.startsWith(String(each.year)) ? 'location' : undefined
                }
              >
                {each.year} <span className="num ink-3 weight-500">{grouped(each.count)}</span>
              </Link>
            ))}
          {on.length >= 7 && (
            <Link
              className="aside"
              href={listAddress(state, { on: on.slice(0, 7) })}
              aria-current={on.length === 7 ? 'true' : 'location'}
            >
              {spanInWords(on.slice(0, 7))}
            </Link>
          )}
        </nav>
        {known && on.length >= 7 && <DayChoice bars={bars} state={state} />}
        {known ? (
          <DownloadsChart
            bars={bars}
            chosen={on}
            today={today}
            title={on === '' ? 'Requests in the last 12 months' : `Requests in ${spanInWords(on.slice(0, 7))}`}
            hrefOf={(span) => listAddress(state, { on: span === on ? span.slice(0, 7) : span })}
          />
        ) : (
          <p className="quiet">
            {ofYear
              ? `${counted(ofYear.count, 'request')} with ${counted(ofYear.records, 'record')} in ${year}. Monthly and daily counts go back one year.`
              : `No requests in ${year}.`}
          </p>
        )}
      </div>
    </section>
  )
}

/** The bars of days are too narrow for a finger. */
function DayChoice({ bars, state }: { bars: readonly Bar[]; state: ListState }) {
  const month = state.on.slice(0, 7)
  const days = bars.filter(({ count, on }) => count > 0 || on === state.on)
  return (
    <div className="day-choice hidden mt-8">
      <Select
        label="Day"
        options={[
          { value: month, label: `All of ${spanInWords(month)}` },
          ...days.map(({ on, count }) => ({ value: on, label: `${dayInWords(on)}, ${counted(count, 'request')}` })),
        ]}
        value={state.on}
        onChange={(event) => goTo(listAddress(state, { on: event.target.value }))}
      />
    </div>
  )
}
