import { BookCheck } from 'lucide-react'
import { useState } from 'react'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/in-words.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import type { Done } from './answered.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import type { AskerView } from './work-labels.ts'

/** Confirms which record answers whom, before it is attached. */
export function AttachDialog({
  record,
  answers,
  onDone,
  onClose,
}: {
  record: RecordToAttach
  answers: readonly AskerView[]
  onDone: (done: Done) => void
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const { busy, refused, errors, send } = useDeskForm((field) => `attach-${field}`)
  const { file, title } = record
  const attach = () =>
    send(async () => {
      const { recordId, items } = (
        await call(cataloguingApi.attachRecord, {
          itemIds: answers.map(({ itemId }) => itemId),
          ...(file ? { base64: file.base64, replace: file.replaces } : { recordId: record.recordId }),
          ...(note.trim() && { note: note.trim() }),
        })
      ).response
      onDone({ kind: 'catalogued', recordId, title, schools: items.map(({ organisation }) => organisation) })
    })
  return (
    <FormDialog
      title="Attach this record"
      action={`Answer ${counted(answers.length, 'item')}`}
      icon={BookCheck}
      busy={busy}
      refused={refused ?? (Object.keys(errors).length > 0 && !errors.note ? Object.values(errors) : undefined)}
      onSubmit={() => void attach()}
      onClose={onClose}
    >
      <div className="attach-record card stack anywhere p-12-16">
        <strong className="title">{title || `Record ${record.recordId}`}</strong>
        <span className="quiet text-small">
          {[record.responsibility, ...record.identifiers.slice(0, 3)].filter(Boolean).join(' · ')}
        </span>
        <span className="quiet text-small">
          Record <span className="num">{record.recordId}</span>
          {file ? (file.replaces ? ', in the place of the one of this number' : ', new in the catalogue') : ''}
        </span>
      </div>
      <div>
        <p>Each gets a mail with the link to download it:</p>
        <ul className="attach-schools mt-4">
          {answers.map(({ itemId, organisation, requestedBy, itemNumber }) => (
            <li key={itemId}>
              {organisation}{' '}
              <span className="quiet">
                {requestedBy}, <span className="code">{itemNumber}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <TextField
        id="attach-note"
        label="Note to them (optional)"
        hint="It stands in the mail and on their request."
        rows={3}
        maxLength={4000}
        error={errors.note}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
