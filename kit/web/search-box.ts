import { useSyncExternalStore } from 'react'

let complaint: string | undefined
const listeners = new Set<() => void>()

/** Sets the error of the site-wide search box; undefined clears it. */
export function complainInSearchBox(text: string | undefined): void {
  if (complaint === text) return
  complaint = text
  for (const listener of listeners) listener()
}

export const useSearchBoxComplaint = (): string | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => complaint,
    () => undefined,
  )
