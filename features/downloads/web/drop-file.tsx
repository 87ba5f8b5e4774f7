import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'

/** Takes lists in files: picked, or dropped anywhere onto the page. */
export function DropFile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const dragged = useDroppedFiles(onFiles)
  return (
    <div className="drop-file">
      <Icon of={FileUp} />
      <span>
        <span className="by-mouse">Drop a CSV or spreadsheet export here, or </span>
        <TextButton onClick={() => input.current?.click()}>
          <span className="by-mouse">choose a file</span>
          <span className="by-touch">Choose a CSV file</span>
        </TextButton>
        . The first column is used; you can pick another.
      </span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".csv,.tsv,.txt,.tab,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be picked again, once it has been mended.
          target.value = ''
        }}
      />
      {dragged && (
        <div className="drop-veil" aria-hidden>
          <p>
            <Icon of={FileUp} />
            Drop the list anywhere
          </p>
        </div>
      )}
    </div>
  )
}

/** Whether files are being dragged over the page. */
function useDroppedFiles(onFiles: (files: File[]) => void) {
  const [dragged, setDragged] = useState(false)
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(true)
    }
    // From one element to the next `relatedTarget` is the next; out of the window there is none.
    const leave = (event: DragEvent) => event.relatedTarget === null && setDragged(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(false)
      heard.current([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return dragged
}
