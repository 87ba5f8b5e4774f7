/** In the session storage: the address that no screen has. */
export const noteKey = 'not-found'

/** Remembers an address that no screen has, until the screen that it leads to is shown. */
export const noteNotFound = (pathname: string): void => inStorage((all) => all.setItem(noteKey, pathname))

export const hasNotFoundNote = (): boolean => inStorage((all) => all.getItem(noteKey)) != null

/** Undefined without storage: then there is no notice. */
function inStorage<T>(use: (all: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
