import {
  BookCheck,
  CircleDot,
  CircleX,
  FilePen,
  FilePlus2,
  MessageSquareText,
  PackageCheck,
  Send,
  Undo2,
} from 'lucide-react'
import { lazy, useEffect } from 'react'
import type { Problem } from '#kit/problem.ts'
import { dateAndTime, formatMoment, grouped } from '#kit/web/format.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import type { EventKind } from '../rules.ts'
import { itemName } from './item-labels.ts'
import type { EventView, RequestView } from './request-views.ts'

const WriteMessage = lazy(async () => ({ default: (await import('./write-message.tsx')).WriteMessage }))

const icons: Record<EventKind, IconShape> = {
  created: FilePlus2,
  changed: FilePen,
  submitted: Send,
  received: PackageCheck,
  assigned: CircleDot,
  message: MessageSquareText,
  seen: MessageSquareText,
  catalogued: BookCheck,
  declined: CircleX,
  withdrawn: Undo2,
}

/** Events, oldest first, including the messages between school and desk. */
export function DetailsTimeline({
  request,
  events,
  problem,
  again,
}: {
  request: RequestView
  events: readonly EventView[] | undefined
  problem: Problem | null
  again: () => void
}) {
  const there = events !== undefined
  // A link to the messages scrolls there once they are loaded.
  useEffect(() => {
    if (there && window.location.hash === '#messages') document.getElementById('messages')?.scrollIntoView?.()
  }, [there])
  const now = new Date()
  const names = new Map(request.items.map((item) => [item.id, itemName(item)]))
  return (
    <aside className="details-timeline" aria-labelledby="timeline-heading" id="messages">
      <h2 id="timeline-heading">Activity</h2>
      {problem && !events ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !events ? (
        <Skeleton lines={4} />
      ) : (
        <ol className="mt-12">
          {linesOf(events).map((line) => (
            <TimelineLine
              key={line.event.id}
              line={line}
              item={request.items.length > 1 ? (names.get(line.event.itemId ?? '') ?? '') : ''}
              now={now}
            />
          ))}
        </ol>
      )}
      {request.status !== 'DRAFT' && (
        <LazyPart>
          <WriteMessage
            requestId={request.id}
            answers={events?.findLast(({ kind }) => kind === 'message')?.byDesk ?? false}
            again={again}
          />
        </LazyPart>
      )}
    </aside>
  )
}

function TimelineLine({ line: { event, times }, item, now }: { line: Line; item: string; now: Date }) {
  const { kind, by, byDesk, text, happenedDate } = event
  const isMessage = kind === 'message'
  return (
    <li className={kind}>
      <span className="dot">
        <Icon of={icons[kind]} small />
      </span>
      <div className="min-w-0">
        <p className="pt-4 weight-550 anywhere">
          {isMessage ? by : happened(event, item)}
          {times > 1 && <span className="num ink-2 weight-400"> {grouped(times)} times</span>}
        </p>
        <p className="why">
          {happenedDate && (
            <time dateTime={happenedDate.toISOString()} title={dateAndTime(happenedDate)}>
              {formatMoment(happenedDate, now)}
            </time>
          )}
          {!isMessage && by && ` · ${by}`}
        </p>
        {text && <p className={`text mt-6 rounded p-8-12 ${byDesk ? 'on-accent-soft' : 'on-sunken'}`}>{text}</p>}
      </div>
    </li>
  )
}

/** An event in words; `item` is its name, '' for the whole request. */
const words: Record<EventKind, (item: string) => string> = {
  created: () => 'Draft created',
  changed: () => 'Draft changed',
  submitted: () => 'Submitted',
  received: (item) => (item ? `${item} has arrived` : 'The parcel has arrived'),
  assigned: () => 'Assigned',
  message: () => 'Message',
  seen: () => 'Read by us',
  catalogued: (item) => (item ? `${item} was catalogued` : 'Catalogued'),
  declined: (item) => (item ? `${item} was declined` : 'Declined'),
  withdrawn: (item) => (item ? `${item} was withdrawn` : 'Withdrawn'),
}

const happened = ({ kind }: Pick<EventView, 'kind'>, item: string): string => words[kind](item)

/** One entry of a timeline; `times`: consecutive saves by one person. */
type Line = { event: EventView; times: number }

/** Merges consecutive saves into the last one. */
function linesOf(events: readonly EventView[]): Line[] {
  const lines: Line[] = []
  for (const event of events) {
    const before = lines.at(-1)
    if (event.kind === 'changed' && before?.event.kind === 'changed' && before.event.by === event.by)
      lines[lines.length - 1] = { event, times: before.times + 1 }
    else lines.push({ event, times: 1 })
  }
  return lines
}
