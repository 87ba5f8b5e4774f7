import { type FormEvent, useState } from 'react'
import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { useDeskForm } from '#features/desk/web/desk-list-parts.tsx'
import { call } from '#kit/web/call.ts'
import { useKeptText } from '#kit/web/use-kept-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import type { Done } from './answered.tsx'
import { reasonsFor } from './decline-reasons.ts'
import { many, type ShownAsker, type ShownWhole } from './work-words.ts'

/** Why there will be no record, in words of one's own or ready ones; the schools read it as it stands. */
export function DeclineForm({
  work,
  answers,
  onDone,
}: {
  work: ShownWhole
  answers: readonly ShownAsker[]
  onDone: (done: Done) => void
}) {
  const [reason, setReason] = useKeptText(`decline ${work.itemId}`)
  const [missing, setMissing] = useState(false)
  const { busy, refused, errors, send } = useDeskForm((field) => `decline-${field}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return document.getElementById('decline-reason')?.focus()
    void send(async () => {
      const itemIds = answers.map(({ itemId }) => itemId)
      const { items } = (await call(cataloguingApi.declineItems, { itemIds, reason: reason.trim() })).response
      setReason('')
      onDone({ kind: 'declined', schools: items.map(({ organisation }) => organisation) })
    })
  }
  const choose = (text: string) => {
    setReason(text)
    setMissing(false)
    document.getElementById('decline-reason')?.focus()
  }
  return (
    <form className="decline-form" noValidate onSubmit={submit}>
      {refused && <ErrorBox messages={refused} />}
      <fieldset className="ready-reasons">
        <legend>Ready reasons</legend>
        {reasonsFor(work).map(({ name, text }) => (
          <Button key={name} on={reason === text} aria-pressed={reason === text} onClick={() => choose(text)}>
            {name}
          </Button>
        ))}
      </fieldset>
      <TextField
        id="decline-reason"
        label="Reason"
        hint="It is mailed and stands on the request as it is written here."
        rows={4}
        maxLength={4000}
        error={errors.reason ?? (missing ? 'Please say why.' : undefined)}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <div className="section-acts">
        <Button look="danger" type="submit" busy={busy}>
          Decline {many(answers.length, 'item')}
        </Button>
      </div>
    </form>
  )
}
