import { useSyncExternalStore } from 'react'

/** As in quick-request.css: the rows stand below the field and scroll with the page. */
const narrow = '(max-width: 860px)'

export const useNarrow = (): boolean => useSyncExternalStore(follow, () => matchMedia(narrow).matches)

function follow(changed: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
