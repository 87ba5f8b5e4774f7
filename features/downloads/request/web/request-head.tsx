import { Pencil, RefreshCw } from 'lucide-react'
import { lazy, useRef, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { counted, dateAndTime, formatDay } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { kinds } from '../../my-downloads/web/request-kinds.ts'
import { canBeAskedAgain, listOf } from '../../web/request-stage.ts'
import type { RequestView } from '../../web/send-request.ts'
import { useRequestAgain } from './use-request-again.ts'

const RenameInPlace = lazy(async () => ({ default: (await import('./rename-in-place.tsx')).RenameInPlace }))

/** The request's name, which can be changed in place, and its origin. */
export function RequestHead({
  request,
  onRenamed,
}: {
  request: RequestView
  onRenamed: (changed: DownloadRequest) => void
}) {
  const [renaming, setRenaming] = useState(false)
  const pen = useRef<HTMLButtonElement>(null)
  const title = request.requestName || 'Download request'
  const end = () => {
    setRenaming(false)
    // After the button is rendered again.
    requestAnimationFrame(() => pen.current?.focus())
  }
  return (
    <header className="request-head">
      <div className="min-w-0 basis-320">
        {renaming ? (
          <LazyPart fallback={<h1 className="anywhere">{title}</h1>}>
            <RenameInPlace request={request} onRenamed={onRenamed} onEnd={end} />
          </LazyPart>
        ) : (
          <div className="name-line flex items-start gap-6">
            <h1 className="anywhere">{title}</h1>
            <Button look="bare" square icon={Pencil} ref={pen} onClick={() => setRenaming(true)}>
              Rename
            </Button>
          </div>
        )}
        <RequestOrigin request={request} />
      </div>
      {canBeAskedAgain(request) && <RequestAgain request={request} />}
    </header>
  )
}

function RequestAgain({ request }: { request: RequestView }) {
  const { again, busy } = useRequestAgain(request)
  return (
    <Button icon={RefreshCw} busy={busy} onClick={again} title="Make the same request from today’s catalogue">
      Request again
    </Button>
  )
}

/** The request's type and time. */
function RequestOrigin({ request }: { request: RequestView }) {
  const { requestType, createdDate } = request
  return (
    <p className="made quiet num">
      <Icon of={kinds[requestType].icon} small />
      <span>
        <Origin request={request} />
      </span>
      {createdDate && (
        <span>
          {requestType === 'LIBRARY_SYSTEM' ? 'First downloaded' : 'Requested'} {dateAndTime(createdDate, 'long')}
        </span>
      )}
    </p>
  )
}

function Origin({ request: { requestType, identities, asked } }: { request: RequestView }) {
  const count = listOf(identities).length
  if (asked && 'from' in asked)
    return (
      <>
        <Link href="/digitalContent">Digital content</Link> catalogued {formatDay(asked.from)} to {formatDay(asked.to)}
      </>
    )
  if (requestType === 'COLLECTION')
    return (
      <>
        <Link href="/collections">Collection</Link> of {counted(count, 'record')}
      </>
    )
  if (asked && 'protocol' in asked)
    return (
      <>
        {counted(count, 'record')} downloaded by your library system ({asked.protocol})
      </>
    )
  if (requestType === 'FOLDER') return <>Folder of {counted(count, 'record')}</>
  if (requestType === 'ITEM') return <>Single record</>
  if (requestType === 'AUTHORITY')
    return (
      <>
        <Link href="/authorities">Authority headings</Link> used in your downloaded records
      </>
    )
  return <>Quick request of {counted(count, 'identifier')}</>
}
