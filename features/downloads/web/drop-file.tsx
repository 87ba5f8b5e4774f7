import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { useDroppedFiles } from '#ui/use-dropped-files.ts'

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
