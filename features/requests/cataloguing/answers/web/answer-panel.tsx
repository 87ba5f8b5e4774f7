import { FileUp } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { searchByWords, useSuggestions } from '#features/catalogue/web/catalogue-parts.tsx'
import type { Candidate } from '#features/requests/cataloguing/contract.ts'
import { counted } from '#kit/web/format.ts'
import { foreignNames } from '#marc/charset/foreign-kinds.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDroppedFiles } from '#ui/form/use-dropped-files.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Tabs } from '#ui/tabs.tsx'
import { Status } from '#ui/tags.tsx'
import { type AskerView, joinNames, type WholeWorkView } from '../../web/work-labels.ts'
import type { Done } from './answered.tsx'
import { DeclineForm } from './decline-form.tsx'
import { RecordFile } from './record-file.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import { useMarcFile } from './use-marc-file.ts'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))

export type Way = 'catalogue' | 'file' | 'decline'

/** The ways to answer: a catalogue record, a record from a file, or a reason for declining. */
export function AnswerPanel({
  work,
  answers,
  onDone,
}: {
  work: WholeWorkView
  /** The requests to answer. */
  answers: readonly AskerView[]
  onDone: (done: Done) => void
}) {
  const [way, setWay] = useState<Way>('catalogue')
  const [record, attach] = useState<RecordToAttach>()
  const marc = useMarcFile(work.itemId)
  const dragged = useDroppedFiles(([file]) => {
    if (!file) return
    setWay('file')
    void marc.read(file)
  })
  const schools = joinNames(
    answers.map(({ organisation }) => organisation),
    3,
  )
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">Answer{schools && ` to ${schools}`}</h2>
      {answers.length === 0 ? (
        <p className="quiet">Tick at least one school.</p>
      ) : (
        <Tabs
          label="Ways to answer"
          selected={way}
          onSelect={(id) => setWay(id as Way)}
          tabs={[
            {
              id: 'catalogue',
              label: 'From the catalogue',
              count: work.candidates.length,
              panel: <Candidates work={work} onPick={attach} />,
            },
            { id: 'file', label: 'MARC file', panel: <RecordFile marc={marc} onPick={attach} /> },
            { id: 'decline', label: 'Decline', panel: <DeclineForm work={work} answers={answers} onDone={onDone} /> },
          ]}
        />
      )}
      {dragged && (
        <div className="marc-veil stack place-center" aria-hidden>
          <p className="row gap-12 on-surface weight-600">
            <Icon of={FileUp} />
            Drop the record anywhere
          </p>
        </div>
      )}
      {record && (
        <LazyPart>
          <AttachDialog
            itemId={work.itemId}
            record={record}
            answers={answers}
            onClose={() => attach(undefined)}
            onDone={(done) => {
              attach(undefined)
              onDone(done)
            }}
          />
        </LazyPart>
      )}
    </section>
  )
}

/** Catalogue records that may match, and a search for any other. */
function Candidates({ work, onPick }: { work: WholeWorkView; onPick: (record: RecordToAttach) => void }) {
  return (
    <div className="candidates stack gap-18">
      {work.candidates.length === 0 ? (
        <p className="quiet">We found no records with this number or title.</p>
      ) : (
        <ul className="records">
          {work.candidates.map((candidate) => (
            <RecordLine key={candidate.recordId} record={candidate} onPick={onPick}>
              {candidate.year && <span className="num">{candidate.year}</span>}
              <Status tone={candidate.found === 'number' ? 'ok' : 'plain'}>{foundBy[candidate.found]}</Status>
            </RecordLine>
          ))}
        </ul>
      )}
      <PickRecord key={work.itemId} onPick={onPick} />
    </div>
  )
}

const foundBy: Record<Candidate['found'], string> = {
  number: 'Same number',
  ...foreignNames,
  title: 'Similar title',
}

/** Finds any other catalogue record in place, by title or number. */
function PickRecord({ onPick }: { onPick: (record: RecordToAttach) => void }) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = useSuggestions(typed)
  const titles = found?.titles.filter(({ id }) => id !== found.record?.id) ?? []
  const records = found?.record ? [found.record, ...titles] : titles
  return (
    <div className="pick-record stack gap-8">
      <TextField
        label="Find another record"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Title, ISBN or record number"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="only-heard" role="status">
        {found && `${counted(records.length, 'record')} found`}
      </p>
      {records.length > 0 && (
        <ul className="records">
          {records.map(({ id, title, responsibility }) => (
            <RecordLine key={id} record={{ recordId: id, title, responsibility, identifiers: [] }} onPick={onPick} />
          ))}
        </ul>
      )}
      {found && (
        <p className="quiet text-small">
          {records.length === 0 && 'No records start with this. '}
          <Link href={searchByWords(typed)} target="_blank" rel="noopener">
            Search the whole catalogue
          </Link>{' '}
          in a new window, then enter the record number here.
        </p>
      )}
    </div>
  )
}

/** A record that can be opened in a separate window or chosen as the answer. */
function RecordLine({
  record,
  onPick,
  children,
}: {
  record: RecordToAttach
  onPick: (record: RecordToAttach) => void
  children?: ReactNode
}) {
  const { recordId, title, responsibility, identifiers } = record
  return (
    <li className="row spread gap-8-14 py-10 line-below">
      <div className="min-w-0 anywhere">
        <Link
          className="table-title"
          href={`/discover/details/${encodeURIComponent(recordId)}`}
          target="_blank"
          rel="noopener"
        >
          {title || `Record ${recordId}`}
          <span className="only-heard"> in a new window</span>
        </Link>
        <div className="why flow items-center mt-2">
          {responsibility && <span>{responsibility}</span>}
          {children}
          {identifiers.slice(0, 3).map((each) => (
            <span key={each} className="code">
              {each}
            </span>
          ))}
        </div>
      </div>
      <Button onPointerEnter={prepareOverlays} onFocus={prepareOverlays} onClick={() => onPick(record)}>
        Attach<span className="only-heard"> {title}</span>
      </Button>
    </li>
  )
}
