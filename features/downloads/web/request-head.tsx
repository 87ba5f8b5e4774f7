import { Pencil, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { Button } from '#ui/button.tsx'
import { RequestOrigin } from './request-origin.tsx'
import { canBeAskedAgain } from './request-stage.ts'
import type { ShownRequest } from './send-request.ts'
import { useRequestAgain } from './use-request-again.ts'

const RenameInPlace = lazy(async () => ({ default: (await import('./rename-in-place.tsx')).RenameInPlace }))

/** What the request is called, which can be changed in place, and where it came from. */
export function RequestHead({
  request,
  onRenamed,
}: {
  request: ShownRequest
  onRenamed: (changed: DownloadRequest) => void
}) {
  const [renaming, setRenaming] = useState(false)
  const pen = useRef<HTMLButtonElement>(null)
  const title = request.requestName || 'Download request'
  const end = () => {
    setRenaming(false)
    // Once the button stands again.
    requestAnimationFrame(() => pen.current?.focus())
  }
  return (
    <header className="request-head">
      <div className="named">
        {renaming ? (
          <Suspense fallback={<h1>{title}</h1>}>
            <RenameInPlace request={request} onRenamed={onRenamed} onEnd={end} />
          </Suspense>
        ) : (
          <div className="name-line">
            <h1>{title}</h1>
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

function RequestAgain({ request }: { request: ShownRequest }) {
  const { again, busy } = useRequestAgain(request)
  return (
    <Button icon={RefreshCw} busy={busy} onClick={again} title="A new request for the same, of today’s catalogue">
      Request again
    </Button>
  )
}
