import './record-report.css'
import { CircleCheck, Send } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type ReportKind, recordApi } from '#features/catalogue/record-contract.ts'
import { settings } from '#kit/web/settings.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { longestReport } from '../rules.ts'

const kinds: { kind: ReportKind; label: string; hint: string }[] = [
  { kind: 'RECORD_ERROR', label: 'An error in the record', hint: 'What it says, and what it should say.' },
  {
    kind: 'WRONG_COVER',
    label: 'The wrong cover',
    hint: 'What the right one looks like, if you know it. May stay empty.',
  },
]
const parts = ['Title', 'Author', 'Publication', 'Series', 'Dewey', 'Subjects', 'Audience', 'Identifiers', 'Summary']

/** Tells the provider what is wrong with a record. What is typed stays until it has been sent. */
export function ReportDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const [kind, setKind] = useState<ReportKind>('RECORD_ERROR')
  const [field, setField] = useState('')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(false)
  const { run, busy, problem } = useAction(recordApi.reportRecord)
  const form = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const empty = kind === 'RECORD_ERROR' && text.trim() === ''
    setMissing(empty)
    if (empty) return document.getElementById(`${form}-text`)?.focus()
    const report = { bibId: id, kind, text: text.trim(), ...(kind === 'RECORD_ERROR' && field ? { field } : {}) }
    await run(report).then(
      () => setSent(true),
      () => undefined,
    )
  }

  if (sent)
    return (
      <Dialog title="Report a problem" onClose={onClose} actions={<Close onClose={onClose} />}>
        <p className="report-sent" role="status">
          <Icon of={CircleCheck} />
          <span>
            <strong>Thank you. Your report has been received.</strong>
            <span className="quiet">
              {settings.providerName} will look at “{title}”.
            </span>
          </span>
        </p>
      </Dialog>
    )
  return (
    <Dialog
      title="Report a problem"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" icon={Send} type="submit" form={form} busy={busy}>
            Send report
          </Button>
        </>
      }
    >
      <form id={form} className="report-form" noValidate onSubmit={submit}>
        {problem && <ErrorBox messages={problem.messages} />}
        <p className="quiet">About “{title}”.</p>
        <fieldset>
          <legend>What is wrong?</legend>
          {kinds.map((each) => (
            <label key={each.kind} className="check">
              <input
                type="radio"
                name={`${form}-kind`}
                checked={kind === each.kind}
                onChange={() => {
                  setKind(each.kind)
                  setMissing(false)
                }}
              />
              <span>{each.label}</span>
            </label>
          ))}
        </fieldset>
        {kind === 'RECORD_ERROR' && (
          <Select
            label="Which part"
            value={field}
            onChange={(event) => setField(event.target.value)}
            options={[{ value: '', label: 'Any, or several' }, ...parts.map((part) => ({ value: part, label: part }))]}
          />
        )}
        <TextField
          id={`${form}-text`}
          label="Your words"
          rows={5}
          maxLength={longestReport}
          hint={kinds.find((each) => each.kind === kind)?.hint}
          value={text}
          error={missing ? 'Please say what is wrong.' : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setMissing(false)
          }}
        />
      </form>
    </Dialog>
  )
}

/** The button that was pressed is gone: focus stays in the dialog. */
function Close({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button look="main" ref={button} onClick={onClose}>
      Close
    </Button>
  )
}
