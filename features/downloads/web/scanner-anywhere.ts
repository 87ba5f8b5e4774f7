import { type RefObject, useEffect, useRef } from 'react'
import { isWrittenIn, scannerPaceMs } from '#kit/web/single-keys.ts'

/**
 * A scanner does not know where the focus is: a code that would go nowhere, or to a button, goes into the field, on a
 * line of its own, from its first character. It is known by its digits; the letters before them came at its pace.
 */
export function useScannerAnywhere(field: RefObject<HTMLTextAreaElement | null>, onChange: (text: string) => void) {
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    let run = ''
    let last = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      const { key, timeStamp, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key.length !== 1) return
      run = timeStamp - last <= scannerPaceMs ? run + key : key
      last = timeStamp
      const area = field.current
      if (!area || isWrittenIn(target) || !/\d/.test(key)) return
      if (document.querySelector('[role$=dialog], [role=menu]')) return
      const end = area.value.length
      area.focus()
      area.setSelectionRange(end, end)
      // This key itself is written by the browser.
      const missed = (end > 0 && !area.value.endsWith('\n') ? '\n' : '') + run.slice(0, -1)
      if (missed === '') return
      area.setRangeText(missed, end, end, 'end')
      change.current(area.value)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [field])
}
