import { useEffect, useRef, useState } from 'react'

/** Files that are dropped anywhere on the page, or pasted, while this is shown. Answers whether some are being dragged. */
export function useBroughtFiles(onFiles: (files: File[]) => void): boolean {
  const [dragged, setDragged] = useState(false)
  const heard = useRef(onFiles)
  useEffect(() => {
    heard.current = onFiles
  })
  useEffect(() => {
    const stop = new AbortController()
    const listen = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, act, { signal: stop.signal })
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    listen('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(true)
    })
    // From one element to the next `relatedTarget` is the next; out of the window there is none.
    listen('dragleave', (event) => event.relatedTarget === null && setDragged(false))
    listen('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDragged(false)
      heard.current([...(event.dataTransfer?.files ?? [])])
    })
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // A copied text may bring a picture of itself along.
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      heard.current(files)
    })
    return () => stop.abort()
  }, [])
  return dragged
}
