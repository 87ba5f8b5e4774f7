import { useSyncExternalStore } from 'react'

/** Whether the browser has a network; the service can be unreachable all the same. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    hear,
    () => navigator.onLine,
    () => true,
  )

function hear(run: () => void) {
  window.addEventListener('online', run)
  window.addEventListener('offline', run)
  return () => {
    window.removeEventListener('online', run)
    window.removeEventListener('offline', run)
  }
}
