import { useEffect, useRef } from 'react'
import { useDroppedFiles } from '#ui/use-dropped-files.ts'

/** Files that are dropped anywhere on the page, or pasted, while this is shown. Answers whether some are being dragged. */
export function useBroughtFiles(onFiles: (files: File[]) => void): boolean {
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // A copied text may bring a picture of itself along.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      heard.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return useDroppedFiles(onFiles)
}
