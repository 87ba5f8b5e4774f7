import type { FormItem } from '../../items/web/form-item.ts'

/** What the server had when the changes began. */
export type Base = { version: number; items: FormItem[] }

/** The item that is being written: a new one, or another state of the one with its key. */
export type OpenItem = { item: FormItem; isNew: boolean }

/** What of a request is not saved yet. */
export type KeptDraft = {
  base: Base | null
  items: FormItem[]
  open: OpenItem | null
  /** Numbers that are asked for although the catalogue has them. */
  anyway: string[]
  /** Those that were asked for and found no room, and where they are requested. */
  rest: { href: string; count: number } | null
  /** Milliseconds. */
  keptAt: number
}

/** `new` for a request that was never saved. */
const nameOf = (userId: string, requestId: string) => `catalogue-request ${userId} ${requestId}`

/** It survives a reload, the end of the session and of the browser: on this computer, for the same person. */
export function readKept(userId: string, requestId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(userId, requestId)) ?? 'null') as Partial<KeptDraft> | null
    if (!kept || !Array.isArray(kept.items)) return null
    const { base = null, items, open = null, anyway = [], rest = null, keptAt = 0 } = kept
    return { base, items, open, anyway, rest, keptAt }
  } catch {
    // Storage is switched off, or holds something else.
    return null
  }
}

/** Null takes it away. False where it could not be kept: what is typed then lasts as long as the page. */
export function keep(userId: string, requestId: string, draft: KeptDraft | null): boolean {
  try {
    if (draft) localStorage.setItem(nameOf(userId, requestId), JSON.stringify(draft))
    else localStorage.removeItem(nameOf(userId, requestId))
    return true
  } catch {
    // Full or switched off.
    return draft === null
  }
}

/** Whatever this computer has kept of a request that is gone. */
export function forgetKept(requestId: string): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith('catalogue-request ') && name.endsWith(` ${requestId}`)) localStorage.removeItem(name)
  } catch {
    // Switched off: there is nothing.
  }
}
