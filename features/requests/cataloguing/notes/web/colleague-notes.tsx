import { StickyNote } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type ColleagueNote, noteLength, notesApi } from '#features/requests/cataloguing/notes/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskChange, useDeskForm } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** The customer team's notes to each other about an item. */
export function ColleagueNotes({ itemId }: { itemId: string }) {
  const { reply, problem, again } = useLatestReply(notesApi.colleagueNotes, { itemId })
  const notes = reply?.response ?? []
  return (
    <section className="colleague-notes" aria-labelledby="notes">
      <h2 id="notes">Notes for colleagues</h2>
      <p className="quiet">Only the customer team can read these.</p>
      {problem && !reply && <ErrorBox messages={problem.messages} onRetry={again} />}
      {notes.length > 0 && (
        <ol className="stack gap-8 mt-8">
          {notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ol>
      )}
      <NewNote itemId={itemId} />
    </section>
  )
}

function Note({ note: { id, by, own, text, writtenDate } }: { note: Dated<ColleagueNote> }) {
  const change = useDeskChange()
  const remove = async () => {
    try {
      await change(() => call(notesApi.removeColleagueNote, { noteId: id }), 'Note deleted.')
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <li className="text-small">
      <p className="flow gap-8">
        <strong>{own ? 'You' : by}</strong>
        <time className="quiet num text-note" dateTime={writtenDate?.toISOString()}>
          {dateAndTime(writtenDate)}
        </time>
        {own && (
          <TextButton onClick={() => void remove()}>
            Delete<span className="only-heard"> the note “{text.slice(0, 60)}”</span>
          </TextButton>
        )}
      </p>
      <p className="mt-2 measure-wide anywhere pre-line">{text}</p>
    </li>
  )
}

function NewNote({ itemId }: { itemId: string }) {
  const [text, setText] = useUnsentText(`note ${itemId}`)
  const [missing, setMissing] = useState(false)
  const { busy, refused, errors, send } = useDeskForm((field) => `note-${field}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(text.trim() === '')
    if (text.trim() === '') return document.getElementById('note-text')?.focus()
    void send(async () => {
      await call(notesApi.addColleagueNote, { itemId, text: text.trim() })
      setText('')
      toastSuccess('Note added.')
    })
  }
  return (
    <form className="mt-8" noValidate onSubmit={submit}>
      {refused && <ErrorBox messages={refused} />}
      <TextField
        id="note-text"
        label="New note"
        rows={2}
        maxLength={noteLength}
        error={errors.text ?? (missing ? 'Please enter a note.' : undefined)}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
      <div className="section-acts flow gap-8 mt-8">
        <Button icon={StickyNote} type="submit" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  )
}
