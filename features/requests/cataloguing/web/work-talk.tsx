import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskForm, useRefresh } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { type AskerView, joinNames, type WholeWorkView } from './work-labels.ts'

type Event = WholeWorkView['events'][number]

const does: Record<Event['kind'], string> = {
  created: 'created the request',
  changed: 'changed the request',
  submitted: 'submitted the request',
  received: 'checked the item in',
  assigned: 'assigned it',
  message: 'wrote',
  seen: 'marked it as needing no answer',
  catalogued: 'catalogued it',
  declined: 'declined it',
  withdrawn: 'withdrew it',
}

/** The timeline for all schools, their messages, and a form for the desk's next one. */
export function WorkTalk({ work, to }: { work: WholeWorkView; to: readonly AskerView[] }) {
  const own = new Set(work.items.map(({ id }) => id))
  const several = new Set(work.events.map(({ organisation }) => organisation)).size > 1
  return (
    <section className="work-talk" aria-labelledby="talk">
      <h2 id="talk">Activity</h2>
      <ol className="mt-8">
        {work.events.map((event) => (
          <li key={event.id} className={classOf(event)}>
            <p className="who">
              <strong>{event.by || 'The portal'}</strong> {does[event.kind]}
              {event.itemId !== null && !own.has(event.itemId) && ' about another item of the request'}
              {(several || !event.byDesk) && <span className="quiet"> · {event.organisation}</span>}
              <time className="quiet num text-note nowrap ml-8" dateTime={event.happenedDate?.toISOString()}>
                {dateAndTime(event.happenedDate)}
              </time>
            </p>
            {event.text && <p className="mt-2 measure-wide anywhere pre-line">{event.text}</p>}
          </li>
        ))}
      </ol>
      {to.length > 0 && <Composer work={work} to={to} />}
    </section>
  )
}

const classOf = ({ kind, byDesk }: Event) =>
  [kind === 'message' && 'message', byDesk && 'ours'].filter(Boolean).join(' ') || undefined

function Composer({ work, to }: { work: WholeWorkView; to: readonly AskerView[] }) {
  const [text, setText] = useUnsentText(`message ${work.itemId}`)
  const [missing, setMissing] = useState(false)
  const { busy, refused, errors, send } = useDeskForm((field) => `message-${field}`)
  const schools = joinNames(
    to.map(({ organisation }) => organisation),
    3,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(text.trim() === '')
    if (text.trim() === '') return document.getElementById('message-text')?.focus()
    void send(async () => {
      await call(cataloguingApi.messageRequester, { itemIds: to.map(({ itemId }) => itemId), text: text.trim() })
      setText('')
      toastSuccess(`We sent your message to ${schools}.`)
    })
  }
  return (
    <form className="composer mt-14" noValidate onSubmit={submit}>
      {refused && <ErrorBox messages={refused} />}
      <TextField
        id="message-text"
        required
        label={`Message to ${schools}`}
        hint="Emailed, and shown on the request, where the school can reply."
        rows={3}
        maxLength={4000}
        error={errors.text ?? (missing ? 'Please enter a message.' : undefined)}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
      <div className="section-acts flow gap-8 mt-12">
        <Button icon={Send} type="submit" busy={busy}>
          Send
        </Button>
        {work.answerWaiting && <SeenButton work={work} />}
      </div>
    </form>
  )
}

/** Marks the schools' last messages, as shown here, as needing no reply. */
function SeenButton({ work }: { work: WholeWorkView }) {
  const refresh = useRefresh()
  const talk = work.events.filter(({ kind }) => kind === 'message' || kind === 'seen')
  const last = new Map(talk.map((event) => [event.requestId, event]))
  const messageIds = [...last.values()].filter(({ byDesk }) => !byDesk).map(({ id }) => id)
  if (messageIds.length === 0) return null
  const see = async () => {
    try {
      await call(cataloguingApi.nothingToAnswer, { itemId: work.itemId, messageIds })
      announce('Marked as needing no answer')
    } catch (error) {
      toastFailure(error)
    }
    await refresh()
  }
  return <Button onClick={() => void see()}>No answer needed</Button>
}
