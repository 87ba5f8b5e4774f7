import { useRef, useState } from 'react'
import type { Selection } from '#ui/table/use-selection.ts'
import type { HitView } from '../../web/hit-facts.ts'

export type Ticked = Selection & { hits: readonly HitView[] }

/** The ticked records of a search, on all of its pages; another search starts with none. `hits`: of the page in view. */
export function useTicked(search: string, hits: readonly HitView[]): Ticked {
  const [kept, keep] = useState<{ search: string; of: ReadonlyMap<string, HitView> }>({ search, of: new Map() })
  const of = kept.search === search ? kept.of : new Map<string, HitView>()
  const last = useRef<string>(undefined)
  const set = (next: ReadonlyMap<string, HitView>) => keep({ search, of: next })
  const change = (some: readonly HitView[], on: boolean) => {
    const next = new Map(of)
    for (const hit of some)
      if (on) next.set(hit._id, hit)
      else next.delete(hit._id)
    set(next)
  }
  const here = hits.filter(({ _id }) => of.has(_id)).length
  const placeOf = (id: string | undefined) => hits.findIndex(({ _id }) => _id === id)
  return {
    chosen: new Set(of.keys()),
    hits: [...of.values()],
    extent: hits.length > 0 && here === hits.length ? 'all' : of.size > 0 ? 'some' : 'none',
    toggle: (id, range) => {
      const [to, from] = [placeOf(id), range ? placeOf(last.current) : -1]
      last.current = id
      const start = from < 0 ? to : Math.min(from, to)
      change(hits.slice(start, Math.max(from, to) + 1), !of.has(id))
    },
    toggleAll: () => change(hits, here < hits.length),
    clear: () => set(new Map()),
  }
}
