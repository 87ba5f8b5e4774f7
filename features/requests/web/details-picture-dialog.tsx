import './details-picture-dialog.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { ShownItem } from './shown.ts'

/** One picture as large as fits; arrow keys go to the next. */
export function PictureDialog({
  files,
  first,
  onClose,
}: {
  files: ShownItem['files']
  first: number
  onClose: () => void
}) {
  const [at, setAt] = useState(first)
  const file = files[at]!
  const step = (by: number) => setAt((now) => (now + by + files.length) % files.length)
  return (
    <Dialog
      shape="wide"
      title={file.caption || file.filename}
      onClose={onClose}
      actions={
        files.length > 1 && (
          <>
            <span className="picture-count num" role="status">
              {at + 1} of {files.length}
            </span>
            <Button icon={ChevronLeft} square onClick={() => step(-1)}>
              Previous picture
            </Button>
            <Button icon={ChevronRight} square onClick={() => step(1)}>
              Next picture
            </Button>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys repeat what the buttons below do */}
      <div
        className="large-picture"
        onKeyDown={({ key }) => {
          if (key === 'ArrowLeft') step(-1)
          if (key === 'ArrowRight') step(1)
        }}
      >
        <a href={file.url} target="_blank" rel="noopener" title="Open in its own window">
          <img src={file.url} alt={file.caption || file.filename} />
        </a>
      </div>
    </Dialog>
  )
}
