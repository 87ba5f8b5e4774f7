import { useSyncExternalStore } from 'react'
import { screenLanguage } from '#kit/web/settings.ts'

let announcement = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Announces a change to screen readers without moving focus. The text must also be visible somewhere. */
export function announce(text: string): void {
  announcement = { text, turn: announcement.turn + 1 }
  for (const listener of listeners) listener()
}

const latest = () => announcement
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once, in the shell. Alternates between two regions, so that a repeated sentence is read again. */
export function Announcements() {
  const { text, turn } = useSyncExternalStore(listen, latest, latest)
  return (
    <div className="only-heard" aria-live="polite" role="status" lang={screenLanguage()}>
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </div>
  )
}
