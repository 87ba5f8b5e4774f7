import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import { Link } from '#ui/link.tsx'
import type { RecordToAttach } from './record-to-attach.ts'

/** A record, to be looked at in a window of its own or taken as the answer. */
export function RecordLine({
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
