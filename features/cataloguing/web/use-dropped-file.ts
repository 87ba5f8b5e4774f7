import { useEffect, useRef, useState } from 'react'

/** Whether a file is being dragged over the page; the first one that is dropped is told. */
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [dragged, setDragged] = useState(false)
  const heard = useRef(onFile)
  useEffect(() => {
    heard.current = onFile
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
      const [file] = event.dataTransfer?.files ?? []
      if (file) heard.current(file)
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
