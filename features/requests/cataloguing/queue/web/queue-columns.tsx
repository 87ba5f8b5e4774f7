import { Camera, Globe, Images, Mail, MessageSquareText, PackageCheck, StickyNote } from 'lucide-react'
import { resourceTypeNames } from '#features/requests/rules.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { Status } from '#ui/tags.tsx'
import { TakeButton } from '../../web/take-button.tsx'
import { workAddress } from '../../web/work-address.ts'
import {
  formatWaiting,
  isLong,
  joinNames,
  openAskers,
  stateNames,
  type WorkView,
  whereIs,
} from '../../web/work-labels.ts'

/** True if any of its schools waits for an answer. */
export const waits = (work: WorkView): boolean => openAskers(work).length > 0

/** `me`: the reader's id. `search`: the query of the list's address, to which a work links back. */
export const queueColumns = (me: string | undefined, search: string): Columns<WorkView> => [
  {
    head: 'Item',
    className: 'name-cell anywhere',
    minWidth: 220,
    csv: ({ name }) => name,
    cell: ({ itemId, name, resourceType, standardNumber, pictures, notes }) => (
      <>
        <Link className="table-title" href={workAddress(itemId, search)}>
          {name}
        </Link>
        <div className="why">
          <span>{resourceTypeNames[resourceType]}</span>
          {standardNumber && standardNumber !== name && <span className="code text-note">{standardNumber}</span>}
          {pictures > 0 && (
            <span className="row gap-4">
              <Icon of={Images} small /> {counted(pictures, 'picture')}
            </span>
          )}
          {notes > 0 && (
            <span className="row gap-4">
              <Icon of={StickyNote} small /> {counted(notes, 'note')}
            </span>
          )}
        </div>
      </>
    ),
  },
  { head: 'Resource type', csv: ({ resourceType }) => resourceTypeNames[resourceType] },
  { head: 'Standard number', csv: ({ standardNumber }) => standardNumber },
  { head: 'Pictures', csv: ({ pictures }) => pictures },
  { head: 'Notes', csv: ({ notes }) => notes },
  {
    head: 'For',
    className: 'for-cell',
    csv: ({ askers }) => [...new Set(askers.map(({ organisation }) => organisation))].join('; '),
    cell: ({ askers, answerWaiting }) => (
      <>
        {joinNames(askers.map(({ organisation }) => organisation))}
        {answerWaiting && (
          <Status className="flex w-fit mt-4" tone="warn" icon={MessageSquareText}>
            {stateNames.answer}
          </Status>
        )}
      </>
    ),
  },
  { head: 'Item numbers', csv: ({ askers }) => askers.map(({ itemNumber }) => itemNumber).join('; ') },
  {
    head: 'Location',
    className: 'where-cell',
    csv: (work) => (waits(work) ? stateNames[whereIs(work)] : 'Answered'),
    cell: (work) => (waits(work) ? <Where work={work} /> : <Status tone="plain">Answered</Status>),
  },
  {
    head: 'Waiting',
    csvHead: 'Submitted',
    className: 'day-cell num nowrap',
    narrow: (work) => (waits(work) ? 'waiting' : undefined),
    csv: ({ submittedDate }) => momentInFile(submittedDate),
    cell: (work) =>
      waits(work) && (
        <time
          className={isLong(work.submittedDate) ? 'ink-warn weight-600' : undefined}
          dateTime={work.submittedDate?.toISOString()}
          title={`Submitted ${dateAndTime(work.submittedDate)}`}
        >
          {formatWaiting(work.submittedDate)}
        </time>
      ),
  },
  {
    head: 'Assigned to',
    className: 'taken-cell nowrap',
    csv: ({ assignedTo }) => assignedTo,
    cell: (work) =>
      !waits(work) ? null : work.assignedToId === null ? (
        <TakeButton work={work} />
      ) : work.assignedToId === me ? (
        <strong>You</strong>
      ) : (
        work.assignedTo
      ),
  },
]

const marks = {
  received: ['ok', PackageCheck],
  posted: ['plain', Mail],
  described: ['plain', Camera],
  online: ['plain', Globe],
} as const

/** Whether the item is here, is posted, or needs no parcel. */
export function Where({ work }: { work: Parameters<typeof whereIs>[0] }) {
  const state = whereIs(work)
  const [tone, icon] = marks[state]
  return (
    <Status tone={tone} icon={icon}>
      {stateNames[state]}
    </Status>
  )
}
