import { useSyncExternalStore } from 'react'

/** As in settings-preview.css: two columns of lines have no room side by side. */
const narrow = '(max-width: 760px)'

export const useNarrow = (): boolean => useSyncExternalStore(follow, () => matchMedia(narrow).matches)

function follow(changed: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
