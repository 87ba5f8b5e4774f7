import { BookCheck, TriangleAlert } from 'lucide-react'
import { type ComparedFact, cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { undoMinutes } from '#features/requests/cataloguing/rules.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ReadyTexts } from '../../templates/web/ready-texts.tsx'
import type { AskerView } from '../../web/work-labels.ts'
import type { Done } from './answered.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import { noteOf } from './unsent-answer.ts'

/** Confirms which record answers which schools, before it is attached. */
export function AttachDialog({
  itemId,
  record,
  answers,
  onDone,
  onClose,
}: {
  /** Any item of the work. */
  itemId: string
  record: RecordToAttach
  answers: readonly AskerView[]
  onDone: (done: Done) => void
  onClose: () => void
}) {
  const [note, setNote] = useUnsentText(noteOf(itemId))
  const { busy, refused, errors, send } = useDeskForm((field) => `attach-${field}`)
  const { file, title } = record
  const attach = () =>
    send(async () => {
      const { recordId, ...answered } = (
        await call(cataloguingApi.attachRecord, {
          itemIds: answers.map(({ itemId }) => itemId),
          ...(file ? { base64: file.base64, replace: file.replaces } : { recordId: record.recordId }),
          ...(note.trim() && { note: note.trim() }),
          undoMinutes,
        })
      ).response
      setNote('')
      onDone({
        ...{ kind: 'catalogued', recordId, title, answerId: answered.answerId, leavesDate: answered.leavesDate },
        items: answered.items,
      })
    })
  return (
    <FormDialog
      title="Attach this record"
      action={`Answer ${counted(answers.length, 'item')}`}
      icon={BookCheck}
      busy={busy}
      refused={refused}
      onSubmit={() => void attach()}
      onClose={onClose}
    >
      <div className="attach-record card stack anywhere p-12-16">
        <strong className="title">{title || `Record ${record.recordId}`}</strong>
        <span className="quiet text-small">
          Record <span className="num">{record.recordId}</span>
          {file ? (file.replaces ? ', replaces the record with this number' : ', new to the catalogue') : ''}
        </span>
        <ComparedFacts itemId={itemId} record={record} />
      </div>
      <div>
        <p>You can undo this for {undoMinutes} minutes. Then we’ll email a download link to:</p>
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
      <ReadyTexts kind="CATALOGUED" legend="Ready-made notes" works={answers} text={note} onChoose={setNote} />
      <TextField
        id="attach-note"
        label="Note to them (optional)"
        hint="Included in the email and shown on their request."
        rows={3}
        maxLength={4000}
        error={errors.note}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

/** The names of the compared facts. */
export const factNames: Record<ComparedFact['name'], string> = {
  title: 'Title',
  standardNumber: 'Number',
  resourceType: 'Type',
  authors: 'Authors',
  publicationDate: 'Year',
}

/** The request beside the record that will answer it, with a warning where they differ. */
function ComparedFacts({ itemId, record: { recordId, file } }: { itemId: string; record: RecordToAttach }) {
  const { reply, problem, again } = useLatestReply(
    cataloguingApi.compareRecord,
    { itemId, recordId },
    { enabled: !file },
  )
  const facts = file?.compared ?? reply?.response
  if (problem && !facts) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (!facts) return <Skeleton lines={4} width="100%" />
  const differing = facts.filter(({ differs }) => differs)
  return (
    <>
      <table className="compared-facts mt-8 text-small anywhere">
        <thead>
          <tr>
            <td />
            <th scope="col">Requested</th>
            <th scope="col">Record</th>
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, requested, record, differs }) => (
            <tr key={name} className={differs ? 'differs' : undefined}>
              <th scope="row">{factNames[name]}</th>
              <td>{requested.length > 0 ? requested.join('; ') : <span className="quiet">not given</span>}</td>
              <td>{record || <span className="quiet">not given</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length > 0 && (
        <p className="attention row items-start gap-8 on-warn-soft text-small weight-500 p-8-12 mt-8 ink-warn">
          <Icon of={TriangleAlert} small />
          {describeDifference(differing)}
        </p>
      )}
    </>
  )
}

function describeDifference(facts: ComparedFact[]): string {
  const [last, ...before] = facts
    .map(({ name }, i) => (i === 0 ? factNames[name] : factNames[name].toLowerCase()))
    .reverse()
  const words = before.length > 0 ? `${before.reverse().join(', ')} and ${last}` : last
  return `${words} ${facts.length === 1 ? 'differs' : 'differ'} from the request. Please check that this is the right record.`
}
