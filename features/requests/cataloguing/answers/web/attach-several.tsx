import { BookCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Candidate, cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { undoMinutes } from '#features/requests/cataloguing/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { ReadyTexts } from '../../templates/web/ready-texts.tsx'
import { openAskers, type WorkView } from '../../web/work-labels.ts'
import { factNames } from './attach-dialog.tsx'

type Match = {
  work: WorkView
  /** The record with the requested number; undefined if there is none. */
  record?: Candidate
  /** Why the record may be another: it is ticked by hand only. */
  doubts: string[]
}

/** Answers several works at once, each with the catalogue record that has its number. */
export function AttachSeveral({
  works,
  onDone,
  onClose,
}: {
  works: readonly WorkView[]
  onDone: () => void
  onClose: () => void
}) {
  // The queue behind the dialog is polled; the dialog keeps to what was selected.
  const [chosen] = useState(works)
  const found = useMatches(chosen)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const matches = found.matches.filter(({ work }) => !answered.has(work.itemId))
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const { busy, refused, errors, refuse, send } = useDeskForm((field) => `several-${field}`)
  const { failed } = found
  const looking = found.matches.length < chosen.length && !failed
  const ticked = matches.filter(
    ({ work, record, doubts }) => record && (doubts.length === 0) !== toggled.has(work.itemId),
  )
  const toggle = (id: string) => {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  const attach = () => {
    if (ticked.length === 0) return refuse({ errors: {}, refused: ['Please tick at least one record.'] })
    return void send(async () => {
      const refusals: string[] = []
      const given = new Set(answered)
      for (const { work, record } of ticked)
        try {
          await call(cataloguingApi.attachRecord, {
            itemIds: openAskers(work).map(({ itemId }) => itemId),
            recordId: record!.recordId,
            undoMinutes,
            ...(note.trim() && { note: note.trim() }),
          })
          given.add(work.itemId)
        } catch (error) {
          refusals.push(`${work.name}: ${problemOf(error).messages.join(' ')}`)
        }
      const count = ticked.length - refusals.length
      if (count > 0) toastSuccess(`${counted(count, 'answer')} saved. We’ll send the emails in ${undoMinutes} minutes.`)
      if (refusals.length === 0) return onDone()
      setAnswered(given)
      refuse({ errors: {}, refused: refusals })
    })
  }
  return (
    <FormDialog
      title="Attach records"
      action={`Answer ${counted(ticked.length, 'title')}`}
      icon={BookCheck}
      busy={busy || looking}
      refused={refused ?? failed}
      onSubmit={attach}
      onClose={onClose}
    >
      <p>
        Each title is answered with the catalogue record that has its number. You can undo this for {undoMinutes}{' '}
        minutes; then we’ll email the schools.
      </p>
      <p className={looking ? 'quiet' : 'only-heard'} role="status">
        {looking
          ? `Looking for records … ${grouped(found.matches.length)} of ${grouped(chosen.length)}`
          : `${counted(matches.filter(({ record }) => record).length, 'record')} found`}
      </p>
      <ul>
        {matches.map(({ work, record, doubts }) => (
          <li key={work.itemId} className="py-8 line-above anywhere">
            {record ? (
              <Checkbox
                label={
                  <>
                    <strong>{work.name}</strong>
                    <span className="block quiet text-small">
                      {[record.title, record.responsibility, record.year, `record ${record.recordId}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    {doubts.map((doubt) => (
                      <span key={doubt} className="block ink-warn text-small weight-500">
                        {doubt}
                      </span>
                    ))}
                  </>
                }
                checked={ticked.some((each) => each.work === work)}
                onChange={() => toggle(work.itemId)}
              />
            ) : (
              <>
                <strong>{work.name}</strong>
                <span className="block quiet text-small">
                  {work.standardNumber ? 'No record with this number' : 'No number was requested'}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      <ReadyTexts
        kind="CATALOGUED"
        legend="Ready-made notes"
        works={ticked.map(({ work }) => work)}
        text={note}
        onChoose={setNote}
      />
      <TextField
        id="several-note"
        label="Note to all of them (optional)"
        hint="Included in the emails and shown on the requests."
        rows={2}
        maxLength={4000}
        error={errors.note}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

/** Reads one work after the other, so that a long selection does not slow the server for others. */
function useMatches(works: readonly WorkView[]) {
  const [matches, setMatches] = useState<readonly Match[]>([])
  const [failed, setFailed] = useState<readonly string[]>()
  useEffect(() => {
    let closed = false
    const look = async () => {
      for (const work of works) {
        const match = await matchOf(work)
        if (closed) return
        setMatches((before) => [...before, match])
      }
    }
    setMatches([])
    look().catch((error: unknown) => !closed && setFailed(problemOf(error).messages))
    return () => {
      closed = true
    }
  }, [works])
  return { matches, failed }
}

async function matchOf(work: WorkView): Promise<Match> {
  const { itemId, standardNumber } = work
  if (standardNumber === '') return { work, doubts: [] }
  const { candidates } = (await call(cataloguingApi.work, { itemId })).response
  const [record, ...others] = candidates.filter(({ found }) => found === 'number')
  if (!record) return { work, doubts: [] }
  const facts = (await call(cataloguingApi.compareRecord, { itemId, recordId: record.recordId })).response
  const differing = facts.filter(({ differs }) => differs).map(({ name }) => factNames[name].toLowerCase())
  const doubts = [
    ...(others.length > 0 ? ['Several records have this number'] : []),
    ...(differing.length > 0 ? [`Differs: ${differing.join(', ')}`] : []),
  ]
  return { work, record, doubts }
}
