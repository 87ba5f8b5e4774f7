import { useSyncExternalStore } from 'react'

let said = { text: '', turn: 0 }
const listeners = new Set<() => void>()

/** Tells a screen reader what changed without moving focus. Never the only place where something is said. */
export function announce(text: string): void {
  said = { text, turn: said.turn + 1 }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once in the shell. The same sentence twice is heard twice: it alternates between two regions. */
export function Announcements() {
  const { text, turn } = useSyncExternalStore(listen, () => said)
  return (
    <div className="only-heard" aria-live="polite" role="status">
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </div>
  )
}
