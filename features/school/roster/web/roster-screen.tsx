import './roster.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type RosterRun, rosterApi } from '#features/school/roster/contract.ts'
import { OnlyStudentAdmins } from '#features/school/students/web/only-student-admins.tsx'
import type { Dated } from '#kit/web/dates.ts'
import { counted, dateAndTime, grouped } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { useLatestReply, useReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Link } from '#ui/link.tsx'
import { Done } from '#ui/notices.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { RosterPreview } from './roster-preview.tsx'
import { TakeRoster } from './take-roster.tsx'

const name = 'Import from OneRoster'

export function RosterScreen() {
  return <OnlyStudentAdmins title={name}>{() => <Roster />}</OnlyStudentAdmins>
}

function Roster() {
  const { preview, runs, notInvited, invites, nightly } = useReply(rosterApi.roster, {}).response
  const cache = useQueryClient()
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const finish = async (text: string) => {
    setDone(text)
    // First the preview, which may be gone, and its people with it.
    await cache.invalidateQueries({ queryKey: [rosterApi.roster.path] })
    void cache.invalidateQueries()
    heading.current?.focus()
  }
  const applying = runs.find(({ status }) => status === 'APPLYING')
  useLatestReply(rosterApi.roster, {}, { enabled: applying !== undefined, refetchEvery: applying ? pollMs : false })
  const ended = runs.filter(({ status }) => status !== 'APPLYING')
  const watched = useRef<string>(undefined)
  // The preview too: a small one is applied before anyone sees its job.
  const current = applying?.id ?? preview?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the job begins or ends
  useEffect(() => {
    const applied = ended.find(({ id, status }) => id === watched.current && status === 'APPLIED')
    watched.current = current
    if (applied) void finish(resultOf(applied, invites))
  }, [current])
  return (
    <div className="roster-screen">
      <title>{name}</title>
      <BackLink always fallback={{ href: '/myStudents', title: 'Students' }} />
      <h1 tabIndex={-1} ref={heading}>
        {name}
      </h1>
      <p className="quiet measure mt-6">
        Export your students from your student system as a OneRoster file. You’ll see all changes before you apply them.
      </p>
      <Done>{done}</Done>
      {applying ? (
        <Applying run={applying} />
      ) : preview ? (
        <RosterPreview key={preview.id} {...{ preview, invites, nightly }} onDone={finish} />
      ) : (
        <TakeRoster onTaken={() => finish('')} />
      )}
      {nightly && (
        <p className="aside mt-18">
          We import files from your folder at {settings.providerName} every night. If a file would close many accounts,
          it stays here until you confirm it.
        </p>
      )}
      {notInvited > 0 && (
        <p className="roster-waiting aside mt-18">
          {counted(notInvited, 'student')} from the roster {notInvited === 1 ? 'has' : 'have'} not been invited yet.{' '}
          <Link href="/myStudents?status=NOT_INVITED">Show under Students</Link>
        </p>
      )}
      {ended.length > 0 && (
        <section className="mt-28 cards">
          <h2 className="mb-8">Earlier files</h2>
          <ExportAbove name="OneRoster files" of="earlier files" read={() => fileOf(runColumns, ended)} />
          <DataTable caption="Earlier files" columns={runColumns} rows={ended} keyOf={({ id }) => id} />
        </section>
      )}
    </div>
  )
}

const pollMs = 1000
type RunView = Dated<RosterRun>

/** A job does it, whether or not someone looks. */
function Applying({ run: { fileName, counts, date } }: { run: RunView }) {
  return (
    <section className="mt-18" aria-label="Being applied">
      <h2 className="anywhere">Applying {fileName}</h2>
      <p className="mt-4">{inWords(counts)}. We apply all changes at once, or none.</p>
      <progress className="roster-progress mt-10" aria-label={`Applying ${fileName}`} />
      <p className="aside mt-4">Started {dateAndTime(date)}. You can leave this page. The result will appear here.</p>
    </section>
  )
}

const inWords = ({ NEW, CHANGED, LEAVER }: RosterRun['counts']) =>
  `${grouped(NEW)} new, ${grouped(CHANGED)} changed, ${counted(LEAVER, 'leaver')}`

const resultOf = ({ counts }: RunView, invites: boolean) =>
  `Applied: ${inWords(counts)}.${invites && counts.NEW > 0 ? ' We’re sending invitations.' : ''}`

const states: Record<Exclude<RosterRun['status'], 'APPLYING'>, { label: string; tone: Tone }> = {
  APPLIED: { label: 'Applied', tone: 'ok' },
  HELD: { label: 'Held', tone: 'warn' },
  FAILED: { label: 'Failed', tone: 'bad' },
}

const count = (head: string, of: (run: RunView) => number) => ({
  ...{ head, narrow: head, number: true, className: 'num' },
  csv: of,
  cell: (run: RunView) => grouped(of(run)),
})

const byWhom = ({ by }: RunView) => by || settings.providerName

const runColumns: Columns<RunView> = [
  {
    head: 'File',
    className: 'name-cell anywhere',
    minWidth: 160,
    csv: ({ fileName }) => fileName,
    cell: ({ fileName, messages }) => (
      <>
        <span className="table-title">{fileName}</span>
        {messages.map((message) => (
          <div className="why" key={message}>
            {message}
          </div>
        ))}
      </>
    ),
  },
  {
    head: 'Status',
    csv: ({ status }) => (status === 'APPLYING' ? '' : states[status].label),
    cell: ({ status }) => status !== 'APPLYING' && <Status tone={states[status].tone}>{states[status].label}</Status>,
  },
  { head: 'Reason', csv: ({ messages }) => messages.join(' ') },
  {
    head: 'When',
    narrow: 'When',
    className: 'num nowrap',
    csv: ({ date }) => date,
    cell: ({ date }) => dateAndTime(date),
  },
  { head: 'By', narrow: 'By', className: 'anywhere', csv: byWhom, cell: byWhom },
  count('New', ({ counts }) => counts.NEW),
  count('Changed', ({ counts }) => counts.CHANGED),
  count('Leavers', ({ counts }) => counts.LEAVER),
  count('Left out', ({ counts }) => counts.SKIPPED),
]
