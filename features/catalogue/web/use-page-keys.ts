import { useEffect } from 'react'
import { goTo } from '#kit/web/history.ts'
import { hearSingleKey } from '#kit/web/single-keys.ts'

/** `n` turns to the next page, `p` to the previous one. */
export function usePageKeys(page: number, count: number, hrefOf: (page: number) => string): void {
  useEffect(() =>
    hearSingleKey('page-keys', (key) => {
      const to = { n: page + 1, p: page - 1 }[key.toLowerCase()]
      if (to === undefined || to < 1 || to > count) return false
      goTo(hrefOf(to))
      return true
    }),
  )
}
