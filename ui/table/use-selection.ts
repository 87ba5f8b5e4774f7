import { useCallback, useMemo, useRef, useState } from 'react'

export type Selection = {
  chosen: ReadonlySet<string>
  /** `all` if every row is selected, `some` if only a part is. */
  extent: 'none' | 'some' | 'all'
  /** Toggles a row; with `range`, all rows from the last toggled one to this one. */
  toggle: (id: string, range: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** The selected ids; `ids` in display order. Ids that disappear are deselected. */
export function useSelection(ids: readonly string[]): Selection {
  const [marked, mark] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const chosen = useMemo(() => {
    if (marked.size === 0) return marked
    const there = new Set(ids)
    return new Set([...marked].filter((id) => there.has(id)))
  }, [marked, ids])

  const toggle = (id: string, range: boolean) => {
    const on = !chosen.has(id)
    const next = new Set(chosen)
    for (const each of range ? between(ids, last.current, id) : [id])
      if (on) next.add(each)
      else next.delete(each)
    last.current = id
    mark(next)
  }
  const all = ids.length > 0 && chosen.size === ids.length
  const clear = useCallback(() => mark(new Set<string>()), [])
  return {
    chosen,
    extent: all ? 'all' : chosen.size > 0 ? 'some' : 'none',
    toggle,
    toggleAll: () => mark(all ? new Set() : new Set(ids)),
    clear,
  }
}

function between(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [one, other] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return one === -1 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}
