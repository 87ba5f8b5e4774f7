import { lazy, useState } from 'react'
import { resourceTypeNames } from '#features/requests/rules.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { useSelection } from '#ui/table/use-selection.ts'
import type { Done } from '../answers/web/answered.tsx'
import { Where } from '../queue/web/queue-columns.tsx'
import { Askers } from './askers.tsx'
import { GiveButton } from './give-button.tsx'
import { RequestedFacts } from './requested-facts.tsx'
import { TakeButton } from './take-button.tsx'
import type { Neighbours } from './use-neighbours.ts'
import { formatWaiting, isLong, openAskers, type WholeWorkView } from './work-labels.ts'

const Answered = lazy(async () => ({ default: (await import('../answers/web/answered.tsx')).Answered }))
const AnswerPanel = lazy(async () => ({ default: (await import('../answers/web/answer-panel.tsx')).AnswerPanel }))
const ColleagueNotes = lazyWhenIdle(async () => (await import('../notes/web/colleague-notes.tsx')).ColleagueNotes)
const LeavingAnswers = lazy(async () => ({
  default: (await import('../answers/web/leaving-answers.tsx')).LeavingAnswers,
}))
const Merges = lazyWhenIdle(async () => (await import('../merges/web/merges.tsx')).Merges)
const Pictures = lazy(async () => ({ default: (await import('./pictures.tsx')).Pictures }))
const WorkTalk = lazyWhenIdle(async () => (await import('./work-talk.tsx')).WorkTalk)
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
  const [answer, setAnswer] = useState<{ done: Done; before: WholeWorkView }>()
  const setDone = (done: Done | undefined) => setAnswer(done && { done, before: work })
  // Until the work is reloaded after the answer, the answer's reply has its state.
  const done = answer?.before === work ? answer.done : answer && asIn(work, answer.done)
  // Every waiting requester is answered, except the deselected ones.
  const answers = open.filter(({ itemId }) => !left.chosen.has(itemId))
  const opened = work.askers.find((asker) => asker.itemId === itemId)
  const leaving = work.askers.some(({ leavesDate }) => leavesDate !== null)
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
                waiting {formatWaiting(work.submittedDate)}
              </span>
            )}
            {work.notes > 0 && <a href="#notes">{counted(work.notes, 'note')}</a>}
            {work.assignedTo && <span>assigned to {work.assignedTo}</span>}
          </p>
        </div>
        {open.length > 0 && (
          <div className="work-acts flow gap-8">
            {work.assignedToId === null && <TakeButton work={work} />}
            <GiveButton works={[work]} label={`Assign ${work.name} to`}>
              Assign to…
            </GiveButton>
          </div>
        )}
      </header>
      {done && (
        <LazyPart>
          <Answered done={done} itemId={work.itemId} left={open.length} neighbours={neighbours} onChange={setDone} />
        </LazyPart>
      )}
      {leaving && (
        <LazyPart>
          <LeavingAnswers
            itemId={work.itemId}
            itemIds={work.askers.map((asker) => asker.itemId)}
            except={done?.answerId}
          />
        </LazyPart>
      )}
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
          {work.askers.length > 1 && (
            <LazyPart>
              <Merges itemId={work.itemId} />
            </LazyPart>
          )}
          <LazyPart>
            <ColleagueNotes itemId={work.itemId} />
          </LazyPart>
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

/** An answer as the work shows it now; undefined if one of its items waits again, or all were withdrawn. */
function asIn(work: WholeWorkView, done: Done): Done | undefined {
  const isOfAnswer = ({ itemId }: { itemId: string }) => done.items.some((item) => item.itemId === itemId)
  const askers = work.askers.filter(isOfAnswer)
  const withdrawn = askers.filter(({ status }) => status === 'WITHDRAWN').map(({ itemId }) => itemId)
  const items = done.items.filter(({ itemId }) => !withdrawn.includes(itemId))
  if (items.length === 0 || openAskers({ askers }).length > 0) return undefined
  return { ...done, items, leavesDate: askers.find(({ leavesDate }) => leavesDate !== null)?.leavesDate ?? null }
}
