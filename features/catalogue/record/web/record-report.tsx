import './record-report.css'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { type ReportKind, recordApi } from '#features/catalogue/record/contract.ts'
import { settings } from '#kit/web/settings.ts'
import { useAction } from '#kit/web/use-api.ts'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { maxReportLength } from '../../rules.ts'

const kinds: { kind: ReportKind; label: string; hint: string }[] = [
  { kind: 'RECORD_ERROR', label: 'An error in the record', hint: 'What it says, and what it should say.' },
  {
    kind: 'WRONG_COVER',
    label: 'The wrong cover',
    hint: 'What the right cover looks like, if you know (optional).',
  },
]
const parts = ['Title', 'Author', 'Publication', 'Series', 'Dewey', 'Subjects', 'Audience', 'Identifiers', 'Summary']

/** Reports an error in a record to the provider. The typed text stays until it has been sent. */
export function ReportDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const [kind, setKind] = useState<ReportKind>('RECORD_ERROR')
  const [field, setField] = useState('')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(false)
  const { run, busy, problem } = useAction(recordApi.reportRecord)
  const words = useId()
  const kindName = useId()

  const submit = async () => {
    const empty = kind === 'RECORD_ERROR' && text.trim() === ''
    setMissing(empty)
    if (empty) return document.getElementById(words)?.focus()
    const report = { bibId: id, kind, text: text.trim(), ...(kind === 'RECORD_ERROR' && field ? { field } : {}) }
    await run(report).then(
      () => setSent(true),
      () => undefined,
    )
  }

  return (
    <FormDialog
      title="Report a problem"
      action="Send report"
      icon={Send}
      busy={busy}
      refused={problem?.messages}
      done={
        sent && (
          <>
            <strong role="status">Thank you. We’ve received your report.</strong>
            <span className="quiet">
              {settings.providerName} will check “{title}”.
            </span>
          </>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="quiet">About “{title}”.</p>
      <fieldset className="report-kind stack gap-4 min-w-0">
        <legend className="text-small weight-550">What’s wrong?</legend>
        {kinds.map((each) => (
          <label key={each.kind} className="check">
            <input
              type="radio"
              name={kindName}
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
          options={[
            { value: '', label: 'Several, or not sure' },
            ...parts.map((part) => ({ value: part, label: part })),
          ]}
        />
      )}
      <TextField
        id={words}
        required={kind === 'RECORD_ERROR'}
        label="Details"
        rows={5}
        maxLength={maxReportLength}
        hint={kinds.find((each) => each.kind === kind)?.hint}
        value={text}
        error={missing ? 'Please tell us what’s wrong.' : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}
