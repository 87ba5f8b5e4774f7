import { type FormEvent, useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { undoMinutes } from '#features/requests/cataloguing/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { ReadyTexts } from '../../templates/web/ready-texts.tsx'
import type { AskerView, WholeWorkView } from '../../web/work-labels.ts'
import type { Done } from './answered.tsx'
import { reasonOf } from './unsent-answer.ts'

/** The reason for declining, typed or from a template; the schools read it unchanged. */
export function DeclineForm({
  work,
  answers,
  onDone,
}: {
  work: WholeWorkView
  answers: readonly AskerView[]
  onDone: (done: Done) => void
}) {
  const [reason, setReason] = useUnsentText(reasonOf(work.itemId))
  const [missing, setMissing] = useState(false)
  const { busy, refused, errors, send } = useDeskForm((field) => `decline-${field}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return document.getElementById('decline-reason')?.focus()
    void send(async () => {
      const itemIds = answers.map(({ itemId }) => itemId)
      const { items, answerId, leavesDate } = (
        await call(cataloguingApi.declineItems, { itemIds, reason: reason.trim(), undoMinutes })
      ).response
      setReason('')
      onDone({ kind: 'declined', answerId, leavesDate, items })
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
      <ReadyTexts kind="DECLINED" legend="Common reasons" works={[work]} text={reason} onChoose={choose} />
      <TextField
        id="decline-reason"
        required
        label="Reason"
        hint={`Emailed and shown on the request exactly as written, in ${undoMinutes} minutes. Until then you can undo it.`}
        rows={4}
        maxLength={4000}
        error={errors.reason ?? (missing ? 'Please enter a reason.' : undefined)}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <div className="section-acts flow gap-8 mt-12">
        <Button look="danger" type="submit" busy={busy}>
          Decline {counted(answers.length, 'item')}
        </Button>
      </div>
    </form>
  )
}
