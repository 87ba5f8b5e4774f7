import { lazy, Suspense, useState } from 'react'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import type { ShownItem } from './shown.ts'

const loadPicture = () => import('./details-picture-dialog.tsx')
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }))

/** Small; each opens large. */
export function DetailsPictures({ files, name }: { files: ShownItem['files']; name: string }) {
  const [open, setOpen] = useState<number>()
  const prepare = () => {
    prepareOverlays()
    void loadPicture().catch(() => undefined)
  }
  return (
    <>
      <ul className="details-pictures" aria-label={`Pictures of ${name}`}>
        {files.map((file, i) => (
          <li key={file.id}>
            <button type="button" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(i)}>
              <img src={file.thumbnailUrl} alt={file.caption || file.filename} loading="lazy" decoding="async" />
            </button>
            {file.caption && <p>{file.caption}</p>}
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <PictureDialog files={files} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
