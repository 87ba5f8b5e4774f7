import { useEffect, useRef, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import type { FormItem } from '../../items/web/form-item.ts'
import type { Prefilled } from './prefill.ts'

/** The result. `began`: the request had items already. */
export type Prefill = { added: number; found: number; began: boolean; problem?: Problem }

/** Adds the items in the address once, then removes that query, so that a reload adds nothing. */
export function usePrefill(
  items: readonly FormItem[],
  take: (prefilled: Prefilled) => void,
): { prefill: Prefill | undefined; again: () => void } {
  const { search, pathname } = useLocation()
  const [prefill, setPrefill] = useState<Prefill>()
  const [turn, setTurn] = useState(0)
  const done = useRef('')
  const current = useRef({ items, take })
  useEffect(() => {
    current.current = { items, take }
  })
  useEffect(() => {
    // Most requests start empty.
    if (search === '' || done.current === `${turn}${search}`) return
    done.current = `${turn}${search}`
    const began = current.current.items.length > 0
    wished(search, current.current.items).then(
      (prefilled) => {
        if (!prefilled) return
        const found = prefilled.items.length
        current.current.take(prefilled)
        setPrefill({ added: found === 1 ? 0 : found, found: found + (prefilled.rest?.count ?? 0), began })
        replaceWith(pathname)
      },
      (error: unknown) => {
        setPrefill({ added: 0, found: 0, began, problem: problemOf(error) })
      },
    )
  }, [search, pathname, turn])
  return { prefill, again: () => setTurn((last) => last + 1) }
}

async function wished(search: string, present: readonly FormItem[]): Promise<Prefilled | undefined> {
  const { prefilledBy, readWish } = await import('./prefill.ts')
  const wish = readWish(search)
  return wish.kind === 'none' ? undefined : prefilledBy(wish, present)
}
