import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { goTo } from '#kit/web/history.ts'
import { counted, grouped } from '#kit/web/in-words.ts'
import type { Bar } from './chart-bars.ts'
import { GridLines, Scale, scaleOf } from './chart-scale.tsx'

const height = 112
const foot = 20

/**
 * Bars of requests with a scale, each a link to the list of its month or day. Arrow keys move from bar to bar; a table gives the
 * same numbers to screen readers.
 */
export function DownloadsChart({
  bars,
  chosen,
  today,
  title,
  hrefOf,
}: {
  bars: readonly Bar[]
  /** The period that the list is filtered by. */
  chosen: string
  today: string
  title: string
  hrefOf: (on: string) => string
}) {
  const row = useRef<SVGSVGElement>(null)
  const [looked, lookAt] = useState<string>()
  const steps = scaleOf(Math.max(...bars.map(({ count }) => count)))
  const top = steps.at(-1)!
  const width = 100 / bars.length
  const isChosen = ({ on }: Bar) => on === chosen
  const isNow = ({ on }: Bar) => today.startsWith(on)
  // One tab stop: the list's period, else the latest bar with requests.
  const entry = bars.find(isChosen) ?? bars.findLast(({ count }) => count > 0) ?? bars[0]
  const bar = bars.find(({ on }) => on === looked)
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  const records = bars.reduce((sum, each) => sum + each.records, 0)
  const move = (event: KeyboardEvent) => {
    const links = [...(row.current?.querySelectorAll<SVGAElement>('a') ?? [])]
    const at = links.indexOf(event.target as SVGAElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (at === -1 || to === undefined) return
    event.preventDefault()
    links[Math.min(links.length - 1, Math.max(0, to))]?.focus()
  }
  const follow = (event: MouseEvent, on: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    goTo(hrefOf(on))
  }
  return (
    <figure className="downloads-chart relative">
      <Scale {...{ steps, height }} inWords={grouped} />
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a group of links within a picture */}
      <svg
        className="block"
        ref={row}
        role="group"
        aria-label={`${title}; arrow keys move between bars`}
        width="100%"
        height={height + foot}
        onKeyDown={move}
        onPointerLeave={() => lookAt(undefined)}
      >
        <GridLines {...{ steps, height }} />
        {bars.map((bar, i) => {
          const tall = bar.count === 0 ? 0 : Math.max(2, (bar.count / top) * height)
          return (
            <a
              key={bar.on}
              href={hrefOf(bar.on)}
              className={isChosen(bar) ? 'chosen' : undefined}
              tabIndex={bar === entry ? 0 : -1}
              aria-label={`${bar.heard}: ${inWords(bar)}`}
              aria-current={isChosen(bar) || undefined}
              onClick={(event) => follow(event, bar.on)}
              onPointerEnter={() => lookAt(bar.on)}
              onFocus={() => lookAt(bar.on)}
              onBlur={() => lookAt(undefined)}
            >
              <rect className="reach" x={`${i * width}%`} y="0" width={`${width}%`} height={height + foot} />
              <rect
                className="bar"
                x={`${(i + 0.16) * width}%`}
                y={height - tall}
                width={`${0.68 * width}%`}
                height={tall}
                rx="2"
              />
            </a>
          )
        })}
        {/* The links are labelled already. */}
        <g aria-hidden>
          {bars.map((bar, i) => {
            const state = [(isChosen(bar) || isNow(bar)) && 'marked', bars.length > 12 && i % 7 !== 0 && 'wide-only']
            return (
              <text
                key={bar.on}
                x={`${(i + 0.5) * width}%`}
                y={height + 15}
                textAnchor="middle"
                className={state.filter(Boolean).join(' ') || undefined}
              >
                {bar.label}
              </text>
            )
          })}
        </g>
      </svg>
      <figcaption className="num mt-4 aside">
        {bar ? (
          <>
            <strong className="weight-550 ink">{bar.heard}</strong>: {inWords(bar)}
          </>
        ) : (
          <>
            <strong className="weight-550 ink">{title}</strong>: {inWords({ count: total, records })}
          </>
        )}
      </figcaption>
      <table className="only-heard">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Requests</th>
            <th scope="col">Records</th>
          </tr>
        </thead>
        <tbody>
          {bars
            .filter(({ count }) => count > 0)
            .map(({ on, heard, count, records }) => (
              <tr key={on}>
                <th scope="row">{heard}</th>
                <td>{grouped(count)}</td>
                <td>{grouped(records)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  )
}

const inWords = ({ count, records }: { count: number; records: number }) =>
  count === 0 ? 'no requests' : `${counted(count, 'request')}, ${counted(records, 'record')}`
