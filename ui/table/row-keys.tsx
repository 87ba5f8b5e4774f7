import { type RefObject, useEffect } from 'react'
import { hearSingleKey } from '#kit/web/single-keys.ts'

/**
 * In the rows (a CSS selector) of a list, `j` and `k` focus the first link of the next and the previous row. Another key
 * presses the button of the focused row that has it as `aria-keyshortcuts`. While other rows are on their way
 * (`aria-busy`) no key is heard: it would act on a row of the former list.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, row: string): void {
  useEffect(
    () =>
      hearSingleKey('list-keys', (key) => {
        if (list.current?.closest('[aria-busy=true]')) return false
        const rows = [...(list.current?.querySelectorAll<HTMLElement>(row) ?? [])]
        const at = rows.findIndex((each) => each.contains(document.activeElement))
        const step = { j: 1, k: -1 }[key.toLowerCase()]
        if (!step) {
          const button = rows[at]?.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`)
          button?.click()
          return button !== undefined && button !== null
        }
        const to = at === -1 && step < 0 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + step))
        const link = rows[to]?.querySelector<HTMLElement>('a')
        link?.focus()
        link?.scrollIntoView?.({ block: 'nearest' })
        return link !== undefined && link !== null
      }),
    [list, row],
  )
}

/** `useRowKeys` as a component, so that it can be loaded lazily. */
export function RowKeys({ list, row }: { list: RefObject<HTMLElement | null>; row: string }) {
  useRowKeys(list, row)
  return null
}
