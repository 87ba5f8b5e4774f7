import { useEffect, useRef, useState } from 'react'

/** Reports files dropped anywhere on the page. Returns whether files are being dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [dragged, setDragged] = useState(false)
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    const stop = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      document.addEventListener(name, act, { signal: stop.signal })
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(true)
    })
    // `relatedTarget` is the next element entered, and null outside the window.
    listen('dragleave', (event) => event.relatedTarget === null && setDragged(false))
    listen('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(false)
      heard.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => stop.abort()
  }, [])
  return dragged
}
