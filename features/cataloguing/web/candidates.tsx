import type { Candidate } from '#features/cataloguing/contract.ts'
import { foreignNames } from '#marc/foreign-kinds.ts'
import { Status } from '#ui/tags.tsx'
import { PickRecord } from './pick-record.tsx'
import { RecordLine } from './record-line.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import type { ShownWhole } from './work-words.ts'

/** Records of the catalogue that may be what was asked for, and a way to find any other. */
export function Candidates({ work, onPick }: { work: ShownWhole; onPick: (record: RecordToAttach) => void }) {
  return (
    <div className="candidates">
      {work.candidates.length === 0 ? (
        <p className="quiet">The catalogue has nothing of this number or title.</p>
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
  title: 'Like title',
}
