import { lazy, useState } from 'react'
import { resourceTypeNames } from '#features/requests/rules.ts'
import { dateAndTime } from '#kit/web/in-words.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import { Answered, type Done } from './answered.tsx'
import { Askers } from './askers.tsx'
import { GiveButton } from './give-button.tsx'
import { Where } from './queue-columns.tsx'
import { RequestedFacts } from './requested-facts.tsx'
import { TakeButton } from './take-button.tsx'
import type { Neighbours } from './use-neighbours.ts'
import { isLong, openAskers, type WholeWorkView, waitingInWords } from './work-labels.ts'

const AnswerPanel = lazy(async () => ({ default: (await import('./answer-panel.tsx')).AnswerPanel }))
const Pictures = lazy(async () => ({ default: (await import('./pictures.tsx')).Pictures }))
const WorkTalk = lazy(async () => ({ default: (await import('./work-talk.tsx')).WorkTalk }))
const Stub = lazy(async () => ({ default: (await import('./stub.tsx')).Stub }))

export function Work({
  itemId,
  work,
  neighbours,
}: {
  /** The item that was opened. */
  itemId: string
  work: WholeWorkView
  neighbours: Neighbours
}) {
  const open = openAskers(work)
  const ids = open.map(({ itemId }) => itemId)
  const left = useSelection(ids)
  const [done, setDone] = useState<Done>()
  // Every waiting requester is answered, except the deselected ones.
  const answers = open.filter(({ itemId }) => !left.chosen.has(itemId))
  const opened = work.askers.find((asker) => asker.itemId === itemId)
  // An answered item is messaged about alone: its school may have written again.
  const to = opened && !open.includes(opened) ? [opened] : answers
  return (
    <>
      <title>{`${work.name} · Cataloguing`}</title>
      <header className="work-head split items-start gap-12-24">
        <div className="min-w-0 anywhere basis-320">
          <h1 className="no-outline" tabIndex={-1}>
            {work.name}
          </h1>
          <p className="work-facts cluster aside mt-6 gap-4-14">
            <span>{resourceTypeNames[work.resourceType]}</span>
            <Where work={work} />
            {open.length > 0 && (
              <span
                className={isLong(work.submittedDate) ? 'num ink-warn weight-600' : 'num'}
                title={`Submitted ${dateAndTime(work.submittedDate)}`}
              >
                waits for {waitingInWords(work.submittedDate)}
              </span>
            )}
            {work.assignedTo && <span>taken by {work.assignedTo}</span>}
          </p>
        </div>
        {open.length > 0 && (
          <div className="work-acts flow gap-8">
            {work.assignedToId === null && <TakeButton work={work} />}
            <GiveButton works={[work]} label={`Give ${work.name} to`}>
              Give to …
            </GiveButton>
          </div>
        )}
      </header>
      {done && <Answered done={done} left={open.length} neighbours={neighbours} />}
      <div
        className={
          work.pictures > 0
            ? 'work-desk stack one-column mt-18 line-above with-pictures'
            : 'work-desk stack one-column mt-18 line-above'
        }
      >
        <div className="stack gap-28">
          <RequestedFacts items={work.items} />
          <Askers work={work} left={left} />
        </div>
        {work.pictures > 0 && (
          <div className="work-pictures">
            <LazyPart>
              <Pictures items={work.items} />
            </LazyPart>
          </div>
        )}
        <div className="work-answer">
          <LazyPart>{open.length > 0 && <AnswerPanel work={work} answers={answers} onDone={setDone} />}</LazyPart>
        </div>
        <div className="work-stub">
          <LazyPart>
            <Stub work={work} />
          </LazyPart>
        </div>
        <LazyPart>
          <WorkTalk work={work} to={to} />
        </LazyPart>
      </div>
    </>
  )
}
