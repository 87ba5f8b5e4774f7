import './column-chart.css'
import { useState } from 'react'

const foot = 20

export type ChartColumn = {
  key: string
  /** Below it; '' for none. */
  label: string
  /** Its whole name, while it is pointed at. */
  name: string
  values: readonly (number | null)[]
}
export type ChartSeries = { name: string; inWords: (value: number) => string }

/**
 * Columns with a scale, one beside the other for each series. Pointing at a place names its values. It is a picture:
 * the same numbers are in a table beside it, for screen readers and the keyboard.
 */
export function ColumnChart({
  columns,
  series,
  summary,
  scaleInWords,
  whole = true,
  height = 112,
}: {
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  /** Below the chart while nothing is pointed at. */
  summary: string
  scaleInWords: (value: number) => string
  /** Its values are whole numbers, and so are the steps of its scale. */
  whole?: boolean
  /** The columns' height, in pixels. */
  height?: number
}) {
  const [pointed, pointAt] = useState<string>()
  const steps = scaleOf(Math.max(0, ...columns.flatMap(({ values }) => values.map(Number))), whole)
  const top = steps.at(-1)!
  const width = 100 / columns.length
  const inner = 0.7 / series.length
  const column = columns.find(({ key }) => key === pointed)
  return (
    <figure className="column-chart" aria-hidden>
      <Scale {...{ steps, height }} inWords={scaleInWords} />
      <svg aria-hidden className="block" width="100%" height={height + foot} onPointerLeave={() => pointAt(undefined)}>
        <GridLines {...{ steps, height }} />
        {columns.map(({ key, label, values }, place) => (
          <g key={key} className="slot" onPointerEnter={() => pointAt(key)}>
            <rect className="reach" x={`${place * width}%`} y="0" width={`${width}%`} height={height} />
            {values.map((value, of) => {
              if (!value) return null
              const tall = Math.max(2, (value / top) * height)
              const x = `${(place + 0.15 + of * inner) * width}%`
              return (
                <rect
                  key={series[of]!.name}
                  className={`of-${of}`}
                  x={x}
                  y={height - tall}
                  width={`${(inner - 0.04) * width}%`}
                  height={tall}
                  rx="1.5"
                />
              )
            })}
            {label && (
              <text x={`${(place + 0.5) * width}%`} y={height + 15} textAnchor={anchorOf(place, columns.length)}>
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="flow gap-0-14">
        <span className="ink weight-500">{column ? column.name : summary}</span>
        {series.length + (column ? 1 : 0) > 1 &&
          series.map(({ name, inWords }, of) => (
            <span key={name} className={`key of-${of}`}>
              {column ? inWords(column.values[of] ?? 0) : name}
            </span>
          ))}
      </figcaption>
    </figure>
  )
}

/** The numbers beside a chart of this height, one for each step. */
export const Scale = ({
  steps,
  height,
  inWords,
}: {
  steps: readonly number[]
  height: number
  inWords: (value: number) => string
}) => (
  <div className="scale" aria-hidden style={{ height: height + 12 }}>
    {steps.map((step) => (
      <span key={step}>{inWords(step)}</span>
    ))}
  </div>
)

/** A line across the chart for each step. */
export const GridLines = ({ steps, height }: { steps: readonly number[]; height: number }) =>
  steps.map((step) => {
    const y = height - (step / steps.at(-1)!) * height
    return <line key={step} className={step === 0 ? 'ground' : undefined} x1="0" x2="100%" y1={y} y2={y} />
  })

/** The first and last label stay within the chart. */
const anchorOf = (place: number, count: number) => (place === 0 ? 'start' : place === count - 1 ? 'end' : 'middle')

/** Rounds away the error of fractions. */
const tiny = 1e-9

/** Two to four steps of 1, 2 or 5, to the first one that no value exceeds. */
export function scaleOf(most: number, whole: boolean): number[] {
  const least = whole ? 1 : 0.1
  const rough = Math.max(most / 4, least)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough - tiny)!
  const count = Math.max(2, Math.ceil(most / step - tiny))
  return Array.from({ length: count + 1 }, (_, n) => Math.round(n * step * 1000) / 1000)
}
