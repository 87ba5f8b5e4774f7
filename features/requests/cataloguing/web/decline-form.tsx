import { type FormEvent, useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/in-words.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import type { Done } from './answered.tsx'
import type { AskerView, WholeWorkView, WorkView } from './work-labels.ts'

/** The reason for declining, typed or ready-made; the schools read it unchanged. */
export function DeclineForm({
  work,
  answers,
  onDone,
}: {
  work: WholeWorkView
  answers: readonly AskerView[]
  onDone: (done: Done) => void
}) {
  const [reason, setReason] = useUnsentText(`decline ${work.itemId}`)
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
      <fieldset className="ready-reasons flow gap-6 mb-12">
        <legend className="ink-2 text-note weight-500 mb-4">Ready reasons</legend>
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
      <div className="section-acts flow gap-8 mt-12">
        <Button look="danger" type="submit" busy={busy}>
          Decline {counted(answers.length, 'item')}
        </Button>
      </div>
    </form>
  )
}

type Ready = {
  name: string
  text: string
  fits?: (work: Pick<WorkView, 'physicalResource' | 'resourceType'>) => boolean
}

const ready: Ready[] = [
  {
    name: 'Too little to go by',
    text: 'What was sent is not enough to catalogue this item. Please send a new request with pictures of its title page and the back of that page, or with its standard number.',
  },
  {
    name: 'Parcel has not come',
    text: 'The item has not reached us. Please ask whoever carried the parcel, and send a new request when it has been found.',
    fits: ({ physicalResource }) => physicalResource,
  },
  {
    name: 'Address does not open',
    text: 'The address does not open for us, or asks to sign in. Please send a new request with an address that everybody can open.',
    fits: ({ physicalResource }) => !physicalResource,
  },
  {
    name: 'Not the item described',
    text: 'The item that has come is not the one that was described. It goes back to you; please send a new request for it.',
    fits: ({ physicalResource }) => physicalResource,
  },
  {
    name: 'Asked for twice',
    text: 'You have asked for this item in another request as well, and get the record there.',
  },
  {
    name: 'Outside our catalogue',
    text: 'The catalogue does not take in material of this kind, so there will be no record of it.',
  },
]

/** Frequent reasons that can apply to this work. */
const reasonsFor = (work: Pick<WorkView, 'physicalResource' | 'resourceType'>): Omit<Ready, 'fits'>[] =>
  ready.filter(({ fits }) => fits?.(work) ?? true)
