import { Camera } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { identifierKey } from '#marc/identifier.ts'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import { AddByTitle } from './add-by-title.tsx'
import type { FoundHit, Titles } from './ask-titles.ts'
import { DropFile } from './drop-file.tsx'
import { useHasCamera } from './use-has-camera.ts'

const ListFiles = lazy(async () => ({ default: (await import('./list-file/list-files.tsx')).ListFiles }))
const CameraDialog = lazy(async () => ({ default: (await import('./camera/camera-dialog.tsx')).CameraDialog }))

/** Identifiers that are neither typed nor pasted: by a title, by the camera, from a file. */
export function OtherWays({
  ask,
  listed,
  titles,
  onTitle,
  onCode,
  onSwap,
}: {
  ask: RefObject<((words: string) => void) | undefined>
  listed: ReadonlySet<string>
  titles: Titles
  onTitle: (hit: FoundHit) => void
  onCode: (code: string) => void
  onSwap: (former: string, lines: string) => void
}) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [scanning, setScanning] = useState(false)
  const hasCamera = useHasCamera()
  return (
    <div className="other-ways">
      {files.length > 0 && (
        <Suspense>
          <ListFiles files={files} onSwap={onSwap} />
        </Suspense>
      )}
      <AddByTitle ask={ask} listed={listed} onChoose={onTitle} />
      {hasCamera && (
        <Button
          icon={Camera}
          className="scan"
          aria-haspopup="dialog"
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setScanning(true)}
        >
          Scan with the camera
        </Button>
      )}
      <DropFile onFiles={(more) => setFiles((before) => [...before, ...more])} />
      {scanning && (
        <Suspense>
          <CameraDialog noteOf={(code) => titleOf(code, titles)} onCode={onCode} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </div>
  )
}

function titleOf(code: string, titles: Titles) {
  const records = titles.get(identifierKey(code).key)
  if (!records) return 'Checking …'
  return records[0]?.title ?? 'Not in the catalogue'
}
