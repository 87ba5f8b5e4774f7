import { useState, useSyncExternalStore } from 'react'

export type Layout = 'list' | 'table'

/** Visitors share one choice. */
const storageName = (userId: string | undefined) => (userId ? `results-layout ${userId}` : 'results-layout')

/** List or compact table, as this person last chose on this device. */
export function useLayoutChoice(userId: string | undefined): [Layout, (layout: Layout) => void] {
  const [chosen, choose] = useState<{ by: string | undefined; layout: Layout }>()
  const stored = useSyncExternalStore(
    () => () => undefined,
    () => storedLayout(userId),
    () => 'list' as const,
  )
  const layout = chosen && chosen.by === userId ? chosen.layout : stored
  return [
    layout,
    (layout) => {
      choose({ by: userId, layout })
      try {
        localStorage.setItem(storageName(userId), layout)
      } catch {
        // Storage is disabled: the choice lasts as long as the page.
      }
    },
  ]
}

function storedLayout(userId: string | undefined): Layout {
  try {
    return localStorage.getItem(storageName(userId)) === 'table' ? 'table' : 'list'
  } catch {
    return 'list'
  }
}
