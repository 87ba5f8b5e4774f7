import './picture-view.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Attachment } from '../../contract.ts'

/** Pictures in large, one at a time; a click toggles the original size. */
export function PictureView(props: { files: readonly Attachment[]; first: string; onClose: () => void }) {
  const { files, first, onClose } = props
  const [id, setId] = useState(first)
  const [whole, setWhole] = useState(false)
  const at = Math.max(
    0,
    files.findIndex((file) => file.id === id),
  )
  const file = files[at]
  const go = (by: number) => {
    const next = files[(at + by + files.length) % files.length]
    if (next) setId(next.id)
    setWhole(false)
  }
  useEffect(() => {
    // On the whole document: there is nothing to type into here.
    const step = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  })
  if (!file) return null
  return (
    <Dialog
      shape="wide"
      title={file.caption || file.filename}
      onClose={onClose}
      actions={
        files.length > 1 && (
          <div className="row gap-12 text-small num">
            <Button icon={ChevronLeft} square onClick={() => go(-1)}>
              Previous picture
            </Button>
            <span role="status">
              {at + 1} of {files.length}
            </span>
            <Button icon={ChevronRight} square onClick={() => go(1)}>
              Next picture
            </Button>
          </div>
        )
      }
    >
      <button
        type="button"
        className="picture-view stack w-full framed rounded on-sunken"
        data-whole={whole || undefined}
        aria-pressed={whole}
        aria-label={`${file.filename} at full size`}
        onClick={() => setWhole(!whole)}
      >
        <img key={file.id} src={file.url} alt={file.caption || file.filename} />
      </button>
    </Dialog>
  )
}
