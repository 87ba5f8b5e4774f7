import { type RefObject, useEffect } from 'react'
import { hearSingleKey } from '#kit/web/single-keys.ts'

/** `j` and `k` go to the next and the previous line's link, which Enter then follows. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      hearSingleKey('list-keys', (key) => {
        const step = { j: 1, k: -1 }[key.toLowerCase()]
        const rows = [...(box.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
        if (!step || rows.length === 0) return false
        const at = rows.findIndex((row) => row.contains(document.activeElement))
        const to = at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))
        const link = rows[to]!.querySelector<HTMLElement>('a')
        link?.focus()
        link?.scrollIntoView?.({ block: 'nearest' })
        return true
      }),
    [box],
  )
}
