import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import { Link } from '#ui/link.tsx'
import { Status } from '#ui/tags.tsx'
import { PickRecord } from './pick-record.tsx'
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
              <Status tone={candidate.found === 'number' ? 'ok' : 'plain'}>
                {candidate.found === 'number' ? 'Same number' : 'Like title'}
              </Status>
            </RecordLine>
          ))}
        </ul>
      )}
      <PickRecord key={work.itemId} onPick={onPick} />
    </div>
  )
}

/** A record, to be looked at in a window of its own or taken as the answer. */
export function RecordLine({
  record,
  onPick,
  children,
}: {
  record: RecordToAttach
  onPick: (record: RecordToAttach) => void
  children?: React.ReactNode
}) {
  const { recordId, title, responsibility, identifiers } = record
  return (
    <li>
      <div>
        <Link
          className="table-title"
          href={`/discover/details/${encodeURIComponent(recordId)}`}
          target="_blank"
          rel="noopener"
        >
          {title || `Record ${recordId}`}
          <span className="only-heard"> in a new window</span>
        </Link>
        <div className="why">
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
