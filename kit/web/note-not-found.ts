/** In the session storage: the address that no screen has. */
export const noteKey = 'not-found'

/** Remembers such an address until the notice shows it. Whether there is one; without storage there is none. */
export function noteNotFound(pathname?: string): boolean {
  try {
    if (pathname) sessionStorage.setItem(noteKey, pathname)
    return noteKey in sessionStorage
  } catch {
    return false
  }
}

export function notedNotFound(): string | undefined {
  try {
    return sessionStorage.getItem(noteKey) ?? undefined
  } catch {
    return undefined
  }
}
