import { useSyncExternalStore } from 'react'

let complaint: string | undefined
const listeners = new Set<() => void>()

/** What is wrong with the words in the site-wide search box; undefined takes it back. */
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
  )
