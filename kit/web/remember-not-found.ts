/** Key in the session storage of an address without a screen. */
export const noteKey = 'not-found'

/** Remembers such an address until the notice shows it. Returns the remembered one; without storage there is none. */
export function rememberNotFound(pathname?: string): string | null {
  try {
    if (pathname) sessionStorage.setItem(noteKey, pathname)
    return sessionStorage.getItem(noteKey)
  } catch {
    return null
  }
}
