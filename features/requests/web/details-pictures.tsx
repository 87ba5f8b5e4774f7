import { lazy, Suspense, useState } from 'react'
import { prepareOverlays } from '#ui/lazy-overlays.ts'
import type { ShownItem } from './shown.ts'

const loadView = () => import('./attachments/picture-view.tsx')
const PictureView = lazy(async () => ({ default: (await loadView()).PictureView }))

/** Small; each opens large. */
export function DetailsPictures({ files, name }: { files: ShownItem['files']; name: string }) {
  const [open, setOpen] = useState<string>()
  const prepare = () => {
    prepareOverlays()
    void loadView().catch(() => undefined)
  }
  return (
    <>
      <ul className="details-pictures" aria-label={`Pictures of ${name}`}>
        {files.map(({ id, thumbnailUrl, caption, filename }) => (
          <li key={id}>
            <button type="button" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(id)}>
              <img src={thumbnailUrl} alt={caption || filename} loading="lazy" decoding="async" />
            </button>
            {caption && <p aria-hidden>{caption}</p>}
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Suspense>
          <PictureView files={files} first={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
