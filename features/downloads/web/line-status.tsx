import { Check, Clock, ListChecks, LoaderCircle, X } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Status } from '#ui/tags.tsx'
import type { ShownLine } from './use-request-list.ts'

/** Where a request stands, and what it still waits for. */
export function LineStatus({ line }: { line: ShownLine }) {
  const { choicesCount, downloadComplete } = line
  return (
    <>
      <State line={line} />
      {choicesCount > 0 && !downloadComplete && (
        <Link className="to-choose num" href={`/downloadRequest/${encodeURIComponent(line.id)}`}>
          <Icon of={ListChecks} small />
          {choicesCount.toLocaleString()} to choose
        </Link>
      )}
      {line.requestStatus === 'FAILED' && line.messages[0] && <div className="why">{line.messages[0]}</div>}
    </>
  )
}

function State({ line: { requestStatus, downloadComplete, fileSize, choicesCount, timeout } }: { line: ShownLine }) {
  if (requestStatus === 'PROCESSING')
    return (
      <span className="status">
        <Icon of={LoaderCircle} small turning />
        Processing
      </span>
    )
  if (requestStatus === 'SCHEDULED' || (requestStatus === 'FAILED' && timeout))
    return (
      <Status tone="warn" icon={Clock}>
        Scheduled
      </Status>
    )
  if (requestStatus === 'FAILED')
    return (
      <Status tone="bad" icon={X}>
        Failed
      </Status>
    )
  if (downloadComplete) return <Status>Downloaded</Status>
  if (fileSize === null) return choicesCount > 0 ? <Status>No file yet</Status> : <Status>Nothing found</Status>
  return (
    <Status tone="ok" icon={Check}>
      Ready
    </Status>
  )
}
