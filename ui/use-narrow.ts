import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at most so wide, as a style sheet's `@media (max-width: …px)` has it. */
export function useNarrow(widest: number): boolean {
  const query = `(max-width: ${widest}px)`
  const follow = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}
