import type { FormItem } from '../../items/web/form-item.ts'

/** The server's state when the changes began. */
export type Base = { version: number; items: FormItem[] }

/** The item being edited: a new one, or a changed version of the one with its key. */
export type OpenItem = { item: FormItem; isNew: boolean }

/** The unsaved part of a request. */
export type StoredDraft = {
  base: Base | null
  items: FormItem[]
  open: OpenItem | null
  /** Numbers requested although the catalogue has them. */
  anyway: string[]
  /** Requested numbers beyond the limit, and the address for requesting them. */
  rest: { href: string; count: number } | null
  /** Milliseconds since the epoch. */
  keptAt: number
}

/** `new` for a request that was never saved. */
const nameOf = (userId: string, requestId: string) => `catalogue-request ${userId} ${requestId}`

/** Survives a reload, a sign-out and a restart of the browser: on this computer, for the same person. */
export function readStoredDraft(userId: string, requestId: string): StoredDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf(userId, requestId)) ?? 'null') as Partial<StoredDraft> | null
    if (!stored || !Array.isArray(stored.items)) return null
    const { base = null, items, open = null, anyway = [], rest = null, keptAt = 0 } = stored
    return { base, items, open, anyway, rest, keptAt }
  } catch {
    // Storage is disabled, or has something else.
    return null
  }
}

/** Null deletes it. False if it could not be stored: the input then lasts as long as the page. */
export function keep(userId: string, requestId: string, draft: StoredDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(nameOf(userId, requestId), JSON.stringify(draft))
    else localStorage.removeItem(nameOf(userId, requestId))
    return true
  } catch {
    // Storage is full or disabled.
    return draft === null
  }
}

/** Deletes every stored draft of a request that no longer exists. */
export function deleteStoredDrafts(requestId: string): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('catalogue-request ') && name.endsWith(` ${requestId}`)) localStorage.removeItem(name)
  } catch {
    // Storage is disabled: nothing to delete.
  }
}
