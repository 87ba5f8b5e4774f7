import { Check, CircleSlash } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { Candidate } from './candidate.tsx'
import { compareFacts, heldLine } from './candidate-facts.ts'
import { counted } from './request-words.ts'
import type { ShownRequest } from './send-request.ts'
import type { ShownRecord } from './use-record.ts'
import { useRecords } from './use-records.ts'

/** The records with one identifier beside each other. `taken`: undecided where undefined. */
export function ChoiceOf({
  choice: { identifier, ids: candidates, heldAs },
  ids,
  start,
  taken,
  onToggle,
  onDecline,
}: {
  choice: ShownRequest['choices'][number]
  /** Those of all identifiers; its own begin at `start`. */
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
    <section className="choice" role="group" aria-labelledby={head} onKeyDown={moveByArrows}>
      <header>
        <h2 id={head}>
          <span className="code">{identifier}</span>
          <span className="quiet"> {counted(candidates.length, 'record')}</span>
        </h2>
        {taken === undefined ? (
          <Status>Not chosen yet</Status>
        ) : taken.length === 0 ? (
          <Status tone="warn" icon={CircleSlash}>
            None of them
          </Status>
        ) : (
          <Status tone="ok" icon={Check}>
            {taken.length === 1 ? 'One chosen' : `${taken.length} chosen`}
          </Status>
        )}
        <Button look="bare" aria-pressed={taken?.length === 0} onClick={onDecline}>
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
        <div className="candidates" style={{ '--lines': lines.length } as never}>
          {candidates.map((id) => (
            <Candidate
              key={id}
              id={id}
              record={records.get(id)}
              lines={lines}
              at={there.indexOf(records.get(id) as ShownRecord)}
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

/** Left and right between the records of an identifier, up and down between identifiers. */
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
