import type { RefObject } from 'react'
import { counted } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { words as say } from '../../messages.ts'
import { useOnline } from './use-online.ts'
import type { useRequestDraft } from './use-request-draft.ts'
import { codeCount, dropCodes, isWaiting, markCodes, savedSentence, type WaitingCodes } from './waiting-codes.ts'
import { useWaitingCodes } from './waiting-parts.tsx'

/** Lists the codes that wait on this device to be sent, and says if there is no network. */
export function WaitingNotice({
  owner,
  typed: { latest, put, actions },
  field,
}: {
  owner: string
  typed: Pick<ReturnType<typeof useRequestDraft>, 'latest' | 'put' | 'actions'>
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const online = useOnline()
  const list = useWaitingCodes(owner)
  const waiting = list.filter(isWaiting)
  const edit = ({ key, identities, name, content, chosen }: WaitingCodes) => {
    dropCodes(owner, key)
    const { text, name: former, confirmed } = latest.current
    put({
      // A list that is being typed keeps its own.
      ...(text.trim() === '' ? { name: name || former, content } : {}),
      confirmed: { ...confirmed, ...Object.fromEntries(chosen.map(({ identifier, ids }) => [identifier, ids[0]!])) },
    })
    actions.append(identities.join('\n'))
    field.current?.focus()
  }
  return (
    <div className="waiting-codes" role="status">
      {!online && waiting.length === 0 && (
        <p className="offline rounded on-warn-soft ink-warn p-14-16 mb-8">{say.offline}</p>
      )}
      {waiting.length > 0 && <p className="rounded on-accent-soft p-14-16 mb-8">{savedSentence(waiting)}</p>}
      {list.length > 0 && (
        <ul className="ruled mb-8" aria-label={say.savedHere}>
          {list.map((codes) => (
            <li className="split items-center gap-4-14 py-8" key={codes.key}>
              <span>
                {codes.name && <b className="weight-600">{codes.name} </b>}
                {counted(codeCount([codes]), say.code, say.codes)}
                {codes.ask && <span className="block quiet">{say.savedByOthers}</span>}
                {codes.unsure && <span className="block quiet">{say.waitingForReply}</span>}
                {codes.refused && (
                  <span className="block ink-bad">{say.notSentBecause({ reason: codes.refused })}</span>
                )}
              </span>
              <span className="flex gap-10">
                {codes.ask && <Button onClick={() => markCodes(owner, codes.key, { ask: false })}>{say.send}</Button>}
                <Button disabled={codes.unsure} onClick={() => edit(codes)}>
                  {say.edit}
                </Button>
                <Button look="danger" disabled={codes.unsure} onClick={() => dropCodes(owner, codes.key)}>
                  {say.delete}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
