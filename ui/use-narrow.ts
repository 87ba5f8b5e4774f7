import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at most this wide, like `@media (max-width: …px)`. */
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
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  )
}
