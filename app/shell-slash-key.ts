import { type RefObject, useEffect } from 'react'
import { hearSingleKey } from '#kit/web/single-keys.ts'

/** `/` leads to the search box. */
export function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(
    () =>
      hearSingleKey('slash-key', (key) => {
        if (key !== '/') return false
        box.current?.focus()
        box.current?.select()
        return true
      }),
    [box],
  )
}
