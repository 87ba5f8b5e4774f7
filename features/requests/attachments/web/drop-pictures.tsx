import { Camera, ImagePlus } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useDroppedFiles } from '#ui/form/use-dropped-files.ts'
import { Icon } from '#ui/icon.tsx'
import { maxFiles, pictureTypes } from '../../rules.ts'

/** Accepts pictures: dropped anywhere, pasted, chosen, or from a phone's camera. */
export function DropPictures(props: {
  /** How many more are allowed. */
  room: number
  described: string
  chooser: Ref<HTMLButtonElement>
  onFiles: (files: File[]) => void
}) {
  const { room, described, chooser, onFiles } = props
  const dragged = useBroughtFiles(onFiles)
  const pick = useRef<HTMLInputElement>(null)
  const take = useRef<HTMLInputElement>(null)
  const input = { type: 'file', hidden: true, onChange: picked(onFiles) }
  return (
    <div
      className="drop-pictures split items-center aside rounded gap-8-12 p-12-16"
      data-dragged={dragged || undefined}
    >
      <p className="row gap-10">
        <Icon className="ink-3" of={ImagePlus} />
        {room === 0 ? (
          <span>{`You have added ${maxFiles} pictures, the maximum. Remove one to add another.`}</span>
        ) : dragged ? (
          <span>Drop the pictures anywhere</span>
        ) : (
          <span className="by-mouse">Drop pictures here, or paste them</span>
        )}
      </p>
      {room > 0 && (
        <div className="ways flow gap-8">
          <Button className="by-touch hidden" icon={Camera} onClick={() => take.current?.click()}>
            Take a photo
          </Button>
          <Button ref={chooser} aria-describedby={described} onClick={() => pick.current?.click()}>
            Choose pictures
          </Button>
        </div>
      )}
      {/* Phones convert their own format to one of these. */}
      <input {...input} ref={pick} multiple accept={pictureTypes.join()} aria-label="Pictures" />
      <input {...input} ref={take} accept="image/*" capture="environment" aria-label="Photo" />
    </div>
  )
}

const picked =
  (onFiles: (files: File[]) => void) =>
  ({ target }: { target: HTMLInputElement }) => {
    onFiles([...(target.files ?? [])])
    // Allows choosing the same file again after removing it.
    target.value = ''
  }

/**
 * Reports files dropped anywhere on the page or pasted while this is mounted. Returns whether files are being dragged.
 */
function useBroughtFiles(onFiles: (files: File[]) => void): boolean {
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Copied text may include a picture of itself.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      heard.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return useDroppedFiles(onFiles)
}
