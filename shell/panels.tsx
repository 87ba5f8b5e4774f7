import { lazy, useEffect, useState } from 'react'
import { openDialog } from '#kit/web/single-keys.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { type Panel, panels } from './open-panel.ts'

const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The list of keys and, on Ctrl K, the palette. Both are loaded when they are opened. */
export function Panels() {
  const [panel, setPanel] = useState<Panel>()
  useEffect(() => {
    panels.open = setPanel
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // Dialogs never stack.
      if (!document.querySelector(openDialog)) setPanel('palette')
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  const Open = panel === 'keys' ? KeyboardHelp : Palette
  return (
    panel && (
      <LazyPart>
        <Open onClose={() => setPanel(undefined)} />
      </LazyPart>
    )
  )
}
