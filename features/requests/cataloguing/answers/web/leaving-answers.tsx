import { useState } from 'react'
import { answersApi, type LeavingAnswer } from '#features/requests/cataloguing/answers/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { grouped, timeOfDay } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { workAddress } from '../../web/work-address.ts'
import { joinNames } from '../../web/work-labels.ts'
import { useLeaving } from './use-leaving.ts'

/** Poll interval in milliseconds: answers leave on their own. */
const pollMs = 30_000
const shownAtFirst = 3

/** Answers that can still be undone: all of them, or those of one work. */
export function LeavingAnswers({
  itemId,
  itemIds,
  except,
  search = '',
}: {
  /** Of the work that is shown. */
  itemId?: string
  itemIds?: readonly string[]
  /** An answer that is shown already. */
  except?: string | null | undefined
  /** The query of the queue, to which a work links back. */
  search?: string
}) {
  const { reply } = useLatestReply(answersApi.leavingAnswers, {}, { refetchEvery: pollMs })
  const [all, showAll] = useState(false)
  const answers = (reply?.response ?? []).filter(
    ({ id, items }) => id !== except && (!itemIds || items.some(({ itemId }) => itemIds.includes(itemId))),
  )
  if (answers.length === 0) return null
  return (
    <section className="leaving-answers mt-16" aria-labelledby="leaving">
      <h2 id="leaving" className="text-small">
        Answers you can still undo
      </h2>
      <ul className="mt-4">
        {(all ? answers : answers.slice(-shownAtFirst)).map((answer) => (
          <Answer
            key={answer.id}
            answer={answer}
            itemId={itemId ?? itemOf(answer)}
            href={itemIds ? undefined : workAddress(itemOf(answer), search)}
          />
        ))}
      </ul>
      {!all && answers.length > shownAtFirst && (
        <TextButton className="mt-4" onClick={() => showAll(true)}>
          Show all {grouped(answers.length)}
        </TextButton>
      )}
    </section>
  )
}

const itemOf = ({ items }: Dated<LeavingAnswer>) => items[0]!.itemId

function Answer({ answer, itemId, href }: { answer: Dated<LeavingAnswer>; itemId: string; href: string | undefined }) {
  const { id, name, kind, title, by, items, leavesDate } = answer
  const { busy, undo, sendNow } = useLeaving(id, itemId)
  const schools = joinNames(items.map(({ organisation }) => organisation))
  return (
    <li className="split gap-8-14 py-8 line-above">
      <div className="min-w-0 anywhere">
        {href ? (
          <Link className="table-title" href={href}>
            {name}
          </Link>
        ) : (
          <strong>{name}</strong>
        )}
        <p className="why mt-2">
          {[kind === 'DECLINED' ? 'Declined' : `Catalogued as ${title || 'a record'}`, schools, `by ${by}`].join(' · ')}
        </p>
      </div>
      <div className="flow items-center gap-8">
        <span className="num text-small nowrap">Email at {timeOfDay(leavesDate ?? '')}</span>
        <Button busy={busy} onClick={() => void undo()}>
          Undo<span className="only-heard"> the answer to {name}</span>
        </Button>
        <Button look="bare" busy={busy} onClick={() => void sendNow()}>
          Send now<span className="only-heard"> the answer to {name}</span>
        </Button>
      </div>
    </li>
  )
}
