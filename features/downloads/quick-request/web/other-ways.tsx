import { Camera, FileUp } from 'lucide-react'
import { lazy, type RefObject, useRef, useState } from 'react'
import { identifierKey } from '#marc/identifier.ts'
import { Button } from '#ui/button.tsx'
import { useDroppedFiles } from '#ui/form/use-dropped-files.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { TextButton } from '#ui/text-button.tsx'
import { useHasCamera } from '../../camera/web/use-has-camera.ts'
import { words as say } from '../../messages.ts'
import { AddByTitle } from './add-by-title.tsx'
import type { FoundHit, Titles } from './ask-titles.ts'

const ListFiles = lazy(async () => ({ default: (await import('../../list-file/web/list-files.tsx')).ListFiles }))
const CameraDialog = lazy(async () => ({ default: (await import('../../camera/web/camera-dialog.tsx')).CameraDialog }))

/** Identifiers from other sources: a title, the camera, a file. */
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
    <div className="other-ways stack gap-16 w-full">
      {files.length > 0 && (
        <LazyPart>
          <ListFiles files={files} onSwap={onSwap} />
        </LazyPart>
      )}
      <AddByTitle ask={ask} listed={listed} onChoose={onTitle} />
      {hasCamera && (
        <Button
          icon={Camera}
          className="scan self-left"
          aria-haspopup="dialog"
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setScanning(true)}
        >
          {say.scanWithCamera}
        </Button>
      )}
      <DropFile onFiles={(more) => setFiles((before) => [...before, ...more])} />
      {scanning && (
        <LazyPart>
          <CameraDialog noteOf={(code) => titleOf(code, titles)} onCode={onCode} onClose={() => setScanning(false)} />
        </LazyPart>
      )}
    </div>
  )
}

function titleOf(code: string, titles: Titles) {
  const records = titles.get(identifierKey(code).key)
  if (!records) return say.checking
  return records[0]?.title ?? say.notInCatalogue
}

/** Accepts lists in files: picked, or dropped anywhere on the page. */
function DropFile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const dragged = useDroppedFiles(onFiles)
  return (
    <div className="drop-file row aside gap-12 rounded p-14-16">
      <Icon className="ink-3" of={FileUp} />
      <span>
        <span className="by-mouse">{say.dropFile} </span>
        <TextButton onClick={() => input.current?.click()}>
          <span className="by-mouse">{say.chooseFileInText}</span>
          <span className="by-touch hidden">{say.chooseFile}</span>
        </TextButton>
        {say.firstColumn}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".csv,.tsv,.txt,.tab,.xlsx,.xls,.ods,text/csv,text/plain,text/tab-separated-values"
        aria-label={say.csvFiles}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Lets the same file be picked again after it was corrected.
          target.value = ''
        }}
      />
      {dragged && (
        <div className="drop-veil stack place-center" aria-hidden>
          <p className="row gap-12 rounded">
            <Icon of={FileUp} />
            {say.dropAnywhere}
          </p>
        </div>
      )}
    </div>
  )
}
