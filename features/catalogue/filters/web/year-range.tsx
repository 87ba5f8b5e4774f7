import { readersYear } from '#kit/web/dates.ts'
import './year-range.css'
import { type FormEvent, useRef, useState } from 'react'
import type { Bucket } from '#features/catalogue/contract.ts'
import { grouped, nounOf } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { words as say } from '../../messages.ts'
import { yearsOf } from '../../rules.ts'
import type { SearchState } from '../../web/search-state.ts'
import { useCounts } from './use-counts.ts'

const bars = 20
const yearsOfBar = 5

/** The years before the last bars are one. The upper bound of a range aggregation is exclusive. */
function rangesUntil(year: number) {
  const first = Math.floor(year / yearsOfBar) * yearsOfBar - (bars - 2) * yearsOfBar
  const later = Array.from({ length: bars - 1 }, (_, i) => {
    const from = first + i * yearsOfBar
    return { key: `${from}-${from + yearsOfBar - 1}`, from, to: from + yearsOfBar }
  })
  return [{ key: `-${first - 1}`, to: first }, ...later]
}

/** A range of any years, beside a small histogram, whose bars are a way to choose it for the pointer alone. */
export function YearRange({
  state,
  range,
  onChoose,
}: {
  state: SearchState
  /** The chosen range, as a filter names it. */
  range: string | undefined
  onChoose: (range: string) => void
}) {
  const chosen = range === undefined ? undefined : yearsOf(range)
  const [complaint, complain] = useState<{ from?: string; to?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = (name: string) => String(new FormData(event.currentTarget).get(name)).trim()
    const [from, to] = [read('from'), read('to')]
    const found = faultsOf(from, to)
    complain(found)
    if (found.from ?? found.to)
      form.current?.querySelector<HTMLElement>(found.from ? '[name=from]' : '[name=to]')?.focus()
    else onChoose(`${from}-${to}`)
  }
  return (
    <div className="year-range">
      <Bars state={state} chosen={chosen} onChoose={onChoose} />
      <form ref={form} key={range} onSubmit={choose} noValidate aria-label={say.yearRange}>
        <Year name="from" label={say.from} value={chosen?.from} error={complaint.from} />
        <Year name="to" label={say.to} value={chosen?.to} error={complaint.to} />
        <Button type="submit">{say.apply}</Button>
      </form>
    </div>
  )
}

const Year = (props: { name: string; label: string; value: number | undefined; error: string | undefined }) => (
  <TextField
    name={props.name}
    label={props.label}
    error={props.error}
    defaultValue={props.value ?? ''}
    inputMode="numeric"
    maxLength={4}
    autoComplete="off"
  />
)

function faultsOf(from: string, to: string): { from?: string; to?: string } {
  const isWrong = (year: string) => year !== '' && !/^\d{4}$/.test(year)
  if (from === '' && to === '') return { from: say.enterYear }
  if (isWrong(from)) return { from: say.fourDigits }
  if (isWrong(to)) return { to: say.fourDigits }
  return from !== '' && to !== '' && from > to ? { to: say.beforeFirst } : {}
}

/** Without the empty bars at the beginning. */
function Bars({
  state,
  chosen,
  onChoose,
}: {
  state: SearchState
  chosen: { from?: number; to?: number } | undefined
  onChoose: (range: string) => void
}) {
  const ranges = rangesUntil(readersYear())
  const buckets = useCounts(state, { range: { field: 'publicationYear', ranges } }) ?? []
  const filled = buckets.slice(
    Math.max(
      0,
      buckets.findIndex(({ doc_count }) => doc_count > 0),
    ),
  )
  const most = Math.max(1, ...filled.map(({ doc_count }) => doc_count))
  return (
    <div aria-hidden>
      <div className="bars">
        {filled.map((bucket) => (
          <button
            key={bucket.key}
            type="button"
            tabIndex={-1}
            className={isWithin(bucket, chosen) ? 'within' : undefined}
            style={{ '--share': `${(bucket.doc_count / most) * 100}%` } as object}
            title={`${inWords(bucket)}: ${grouped(bucket.doc_count)} ${nounOf(bucket.doc_count, 'record')}`}
            onClick={() => onChoose(bucket.key)}
          />
        ))}
      </div>
      <div className="ends">
        <span>{filled[0] && inWords(filled[0])}</span>
        <span>{filled.at(-1)?.to !== undefined && Number(filled.at(-1)?.to) - 1}</span>
      </div>
    </div>
  )
}

const inWords = ({ key, from }: Bucket) => (from === undefined ? `to ${key.slice(1)}` : key.replace('-', '–'))

const isWithin = ({ key }: Bucket, chosen: { from?: number; to?: number } | undefined) => {
  const { from = 0, to = 9999 } = yearsOf(key) ?? {}
  return chosen === undefined || ((chosen.from ?? 0) <= to && from <= (chosen.to ?? 9999))
}
