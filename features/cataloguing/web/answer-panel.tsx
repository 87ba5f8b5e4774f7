import { FileUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDroppedFiles } from '#ui/use-dropped-files.ts'
import type { Done } from './answered.tsx'
import { Candidates } from './candidates.tsx'
import { DeclineForm } from './decline-form.tsx'
import { RecordFile } from './record-file.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import { useMarcFile } from './use-marc-file.ts'
import { namesInWords, type ShownAsker, type ShownWhole } from './work-words.ts'

const AttachDialog = lazy(async () => ({ default: (await import('./attach-dialog.tsx')).AttachDialog }))

export type Way = 'catalogue' | 'file' | 'decline'

/** The ways to answer: a record of the catalogue, one of a file, or why there is none. */
export function AnswerPanel({
  work,
  answers,
  onDone,
}: {
  work: ShownWhole
  /** Who is answered. */
  answers: readonly ShownAsker[]
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
  const schools = namesInWords(
    answers.map(({ organisation }) => organisation),
    3,
  )
  return (
    <section aria-labelledby="answer">
      <h2 id="answer">Answer{schools && ` to ${schools}`}</h2>
      {answers.length === 0 ? (
        <p className="quiet">Tick at least one of the schools that wait.</p>
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
        <div className="marc-veil" aria-hidden>
          <p>
            <Icon of={FileUp} />
            Drop the record anywhere
          </p>
        </div>
      )}
      {record && (
        <Suspense>
          <AttachDialog
            record={record}
            answers={answers}
            onClose={() => attach(undefined)}
            onDone={(done) => {
              attach(undefined)
              onDone(done)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
