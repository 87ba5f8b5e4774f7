import { useSyncExternalStore } from 'react'

/**
 * A past search: its name, its address and its number of matches. `narrowed`: the filters chosen beside its words. `at`
 * is an ISO instant.
 */
export type PastSearch = { title: string; narrowed?: string; address: string; total: number; at: string }

/** Its name in a list. */
export const nameOfSearch = ({ title, narrowed }: PastSearch): string => (narrowed ? `${title} · ${narrowed}` : title)

const longest = 50
const none: readonly PastSearch[] = []
const listeners = new Set<() => void>()
/** The content of the storage, read once. */
const known = new Map<string, readonly PastSearch[]>()

/** A person's history stays on this device; a visitor's ends with the browser's session. */
const storageOf = (userId: string | undefined) =>
  userId === undefined
    ? { name: 'search-history', storage: () => sessionStorage }
    : { name: `search-history:${userId}`, storage: () => localStorage }

/** The newest first. A search that only narrows the previous one replaces it. */
export function rememberSearch(userId: string | undefined, search: PastSearch): void {
  if (!historyIsOn(userId)) return
  const [newest, ...older] = pastSearches(userId)
  const rest = newest && newest.title !== search.title ? [newest, ...older] : older
  keep(userId, [search, ...rest.filter(({ address }) => address !== search.address)].slice(0, longest))
}

export const clearHistory = (userId: string | undefined): void => keep(userId, none)

/** Switching it off deletes the stored searches. */
export function switchHistory(userId: string | undefined, on: boolean): void {
  const { name, storage } = storageOf(userId)
  try {
    if (on) storage().removeItem(`${name}:off`)
    else storage().setItem(`${name}:off`, 'true')
  } catch {
    // Storage is disabled, and so is the history.
  }
  keep(userId, on ? pastSearches(userId) : none)
}

export function historyIsOn(userId: string | undefined): boolean {
  const { name, storage } = storageOf(userId)
  try {
    return storage().getItem(`${name}:off`) === null
  } catch {
    return false
  }
}

export function pastSearches(userId: string | undefined): readonly PastSearch[] {
  const { name, storage } = storageOf(userId)
  let searches = known.get(name)
  if (!searches) {
    searches = readStored(() => storage().getItem(name))
    known.set(name, searches)
  }
  return searches
}

export const useSearchHistory = (userId: string | undefined): readonly PastSearch[] =>
  useSyncExternalStore(
    listen,
    () => pastSearches(userId),
    () => none,
  )
export const useHistoryIsOn = (userId: string | undefined): boolean =>
  useSyncExternalStore(
    listen,
    () => historyIsOn(userId),
    () => true,
  )

function keep(userId: string | undefined, searches: readonly PastSearch[]) {
  const { name, storage } = storageOf(userId)
  known.set(name, searches)
  try {
    if (searches.length > 0) storage().setItem(name, JSON.stringify(searches))
    else storage().removeItem(name)
  } catch {
    // Storage is full: the history lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Another window of the same person may have changed the history. */
const onStorage = ({ key }: StorageEvent) => {
  if (key === null) known.clear()
  else known.delete(key)
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function readStored(read: () => string | null): readonly PastSearch[] {
  try {
    const stored: unknown = JSON.parse(read() ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPastSearch).slice(0, longest) : none
  } catch {
    return none
  }
}

/** Another program may have written to the storage: only addresses of results are accepted. */
function isPastSearch(value: unknown): value is PastSearch {
  if (typeof value !== 'object' || value === null) return false
  const { title, narrowed, address, total, at } = value as Record<string, unknown>
  return (
    typeof title === 'string' &&
    ['string', 'undefined'].includes(typeof narrowed) &&
    typeof address === 'string' &&
    address.startsWith('/discover/results/') &&
    typeof total === 'number' &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  )
}
