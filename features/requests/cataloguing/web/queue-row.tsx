import { Globe, Images, Mail, MessageSquareText, PackageCheck } from 'lucide-react'
import { resourceTypeNames } from '#features/requests/rules.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { SelectBox } from '#ui/table/select-column.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { Status } from '#ui/tags.tsx'
import { TakeButton } from './take-button.tsx'
import { workAddress } from './work-address.ts'
import {
  isLong,
  many,
  namesInWords,
  openAskers,
  type ShownWork,
  stateNames,
  waitingInWords,
  whereIs,
} from './work-words.ts'

export function QueueRow({
  work,
  me,
  selection,
  search,
}: {
  work: ShownWork
  /** Whoever looks. */
  me: string | undefined
  selection: Selection
  search: string
}) {
  const { itemId, name, resourceType, standardNumber, pictures, askers, submittedDate, answerWaiting } = work
  const waits = openAskers(work).length > 0
  return (
    <tr>
      <td className="check-cell">{waits && <SelectBox selection={selection} id={itemId} name={name} />}</td>
      <td className="name-cell">
        <Link className="table-title" href={workAddress(itemId, search)}>
          {name}
        </Link>
        <div className="why">
          <span>{resourceTypeNames[resourceType]}</span>
          {standardNumber && standardNumber !== name && <span className="code">{standardNumber}</span>}
          {pictures > 0 && (
            <span>
              <Icon of={Images} small /> {many(pictures, 'picture')}
            </span>
          )}
        </div>
      </td>
      <td className="for-cell">
        {namesInWords(askers.map(({ organisation }) => organisation))}
        {answerWaiting && (
          <Status tone="warn" icon={MessageSquareText}>
            {stateNames.answer}
          </Status>
        )}
      </td>
      <td className="where-cell">{waits ? <Where work={work} /> : <Status tone="plain">Answered</Status>}</td>
      <td className="day-cell" data-label={waits ? 'waits' : undefined}>
        {waits && (
          <time
            className={isLong(submittedDate) ? 'long' : undefined}
            dateTime={submittedDate?.toISOString()}
            title={`Submitted ${dateAndTime(submittedDate)}`}
          >
            {waitingInWords(submittedDate)}
          </time>
        )}
      </td>
      <td className="taken-cell">
        {!waits ? null : work.assignedToId === null ? (
          <TakeButton work={work} />
        ) : work.assignedToId === me ? (
          <strong>You</strong>
        ) : (
          work.assignedTo
        )}
      </td>
    </tr>
  )
}

const marks = { received: ['ok', PackageCheck], posted: ['plain', Mail], digital: ['plain', Globe] } as const

/** Whether the thing itself is here, under way, or nowhere but in the net. */
export function Where({ work }: { work: Pick<ShownWork, 'received' | 'physicalResource'> }) {
  const state = whereIs(work)
  const [tone, icon] = marks[state]
  return (
    <Status tone={tone} icon={icon}>
      {stateNames[state]}
    </Status>
  )
}
