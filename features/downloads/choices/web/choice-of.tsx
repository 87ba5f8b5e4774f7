import { useQueries } from '@tanstack/react-query'
import { Check, CircleSlash } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import type { Choice } from '#features/downloads/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/format.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { foreignNames } from '#marc/charset/foreign-kinds.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { RecordCover } from '../../request/web/record-cover.tsx'
import type { RequestView } from '../../web/send-request.ts'
import { pageQuery, pageSize, type RecordView } from '../../web/use-record.ts'

/** The records of one identifier side by side. `taken`: undefined while undecided. */
export function ChoiceOf({
  choice: { identifier, ids: candidates, heldAs },
  ids,
  start,
  taken,
  onToggle,
  onDecline,
}: {
  choice: RequestView['choices'][number]
  /** The ids of all identifiers; this one's begin at `start`. */
  ids: readonly string[]
  start: number
  taken: readonly string[] | undefined
  onToggle: (id: string) => void
  onDecline: () => void
}) {
  const head = useId()
  const { records, problem, again } = useRecords(ids, start, candidates.length)
  const there = candidates.flatMap((id) => records?.get(id) ?? [])
  const lines = [...heldLine(there, heldAs), ...compareFacts(there)]
  const titles = new Set(there.map(({ title }) => title.titlePrimary))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out its legend beside the buttons
    <section className="choice mt-22 pt-16 line-above" role="group" aria-labelledby={head} onKeyDown={moveByArrows}>
      <header className="cluster gap-4-14">
        <h2 className="weight-500" id={head}>
          <span className="code anywhere">{identifier}</span>
          <span className="quiet"> {counted(candidates.length, 'record')}</span>
        </h2>
        {taken === undefined ? (
          <Status>Not chosen yet</Status>
        ) : taken.length === 0 ? (
          <Status tone="warn" icon={CircleSlash}>
            None of these
          </Status>
        ) : (
          <Status tone="ok" icon={Check}>
            {taken.length === 1 ? 'One chosen' : `${taken.length} chosen`}
          </Status>
        )}
        <Button className="ml-auto" look="bare" aria-pressed={taken?.length === 0} onClick={onDecline}>
          None of these
          <span className="only-heard">, {identifier}</span>
        </Button>
      </header>
      {problem ? (
        <p className="why">
          {problem.messages[0]} <Button onClick={again}>Try again</Button>
        </p>
      ) : !records ? (
        <Skeleton lines={5} width="70%" />
      ) : (
        <div className="candidates stack gap-12 mt-10" style={{ '--lines': lines.length } as never}>
          {candidates.map((id) => (
            <Candidate
              key={id}
              id={id}
              record={records.get(id)}
              lines={lines}
              at={there.indexOf(records.get(id) as RecordView)}
              titleDiffers={titles.size > 1}
              taken={taken?.includes(id) ?? false}
              onToggle={() => onToggle(id)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Left and right move between the records of an identifier, up and down between identifiers. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  if (!(event.target instanceof HTMLInputElement)) return
  const own = boxesOf(event.currentTarget)
  const at = own.indexOf(event.target)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  const jump = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key] as
    | 'nextElementSibling'
    | 'previousElementSibling'
    | undefined
  if (step === undefined && jump === undefined) return
  event.preventDefault()
  if (step !== undefined) return own[at + step]?.focus()
  let next = event.currentTarget[jump!]
  while (next && !next.classList.contains('choice')) next = next[jump!]
  const there = next ? boxesOf(next) : []
  there[Math.min(at, there.length - 1)]?.focus()
}

const boxesOf = (choice: Element) => [...choice.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]

/** The documents of the candidates, which may span two pages of fifty; undefined until all have come. */
function useRecords(ids: readonly string[], start: number, count: number) {
  const first = start - (start % pageSize)
  const pages = Array.from({ length: Math.floor((start + count - 1 - first) / pageSize) + 1 }, (_, i) =>
    pageQuery(ids, first + i * pageSize),
  )
  const read = useQueries({ queries: pages.map((query) => queryOf(catalogueApi.search, query)) })
  const problem = read.find(({ error }) => error)?.error as Problem | undefined
  const again = () => {
    for (const { error, refetch } of read) if (error) void refetch()
  }
  if (read.some(({ data }) => !data)) return { records: undefined, problem, again }
  const records = new Map<string, RecordView>()
  for (const { data } of read) for (const { _id, _source } of data!.hits.hits) records.set(_id, _source)
  return { records, problem: undefined, again }
}

/** One of several records: its checkbox, its cover and its facts, line by line in parallel with the others. */
function Candidate({
  id,
  record,
  lines,
  at,
  titleDiffers,
  taken,
  onToggle,
}: {
  id: string
  record: RecordView | undefined
  lines: readonly FactLine[]
  /** Its position in each line. */
  at: number
  titleDiffers: boolean
  taken: boolean
  onToggle: () => void
}) {
  const facts = useId()
  if (!record)
    return (
      <p className="candidate gone why stack content-start framed-2 rounded on-surface">
        Record {id} is no longer in the catalogue.
      </p>
    )
  const title = record.title.titlePrimary || `Record ${id}`
  return (
    <article
      className={
        taken
          ? 'candidate stack content-start framed-2 rounded on-surface taken'
          : 'candidate stack content-start framed-2 rounded on-surface'
      }
    >
      <label className="check">
        <input type="checkbox" checked={taken} aria-describedby={facts} onChange={onToggle} />
        <RecordCover title={title} imageFileName={record.imageFileName} />
        <span className="candidate-title title-small anywhere">{titleDiffers ? <mark>{title}</mark> : title}</span>
      </label>
      <dl className="stack text-small" id={facts}>
        {lines.map(({ name, values, differs }) => (
          <div key={name} className="stack gap-10">
            <dt className="ink-2">{name}</dt>
            <dd className={`anywhere ${differs ? 'ink weight-550' : 'ink-2'}`}>
              {values[at] ? differs ? <mark>{values[at]}</mark> : values[at] : <span className="quiet">–</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Link
        className="whole self-left mt-8 text-note"
        href={`/discover/details/${encodeURIComponent(id)}`}
        target="_blank"
        rel="noopener"
      >
        Whole record<span className="only-heard"> {id}, in a new window</span>
      </Link>
    </article>
  )
}

/** The facts by which candidates differ, in display order. */
const facts: [name: string, read: (record: RecordView) => string][] = [
  ['By', ({ title, authors }) => title.noteStmOfResponsibility || authors.join('; ')],
  ['Edition', ({ edition }) => edition],
  ['Year', ({ publicationYear, dateIssued }) => String(publicationYear ?? dateIssued)],
  ['Publisher', ({ publisher, placeOfPublication }) => [publisher, placeOfPublication].filter(Boolean).join(', ')],
  ['Type', ({ scisType }) => scisType],
  ['Extent', ({ physical }) => physical],
  ['Series', ({ series }) => series.join('; ')],
  ['Language', ({ language }) => language.join(', ')],
  ['Audience', ({ targetAudienceText }) => targetAudienceText.join(', ')],
  ['Identifiers', ({ isbn13, isbn10, issn }) => [...(isbn13.length > 0 ? isbn13 : isbn10), ...issn].join(', ')],
]

/** One line of the comparison: `values` of the records side by side, '' for none; `differs` if they are not equal. */
type FactLine = { name: string; values: string[]; differs: boolean }

/** The lines in which any record has a value. */
function compareFacts(records: readonly RecordView[]): FactLine[] {
  return facts
    .map(([name, read]) => ({ name, values: records.map((record) => read(record).trim()) }))
    .filter(({ values }) => values.some(Boolean))
    .map(({ name, values }) => ({ name, values, differs: new Set(values.map(plain)).size > 1 }))
}

/** How each record holds the number, if it is not their own. */
function heldLine(records: readonly RecordView[], heldAs: Choice['heldAs']): FactLine[] {
  if (!heldAs) return []
  const values = records.map(({ id }) => (heldAs[id] ? foreignNames[heldAs[id]] : ''))
  return [{ name: 'The number', values, differs: new Set(values).size > 1 }]
}

/** Ignores punctuation and case, which come from the cataloguer, not from the book. */
const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLocaleLowerCase()
