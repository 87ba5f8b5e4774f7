import type { Content } from '#features/downloads/contract.ts'
import { untilSignOut } from '#kit/web/until-sign-out.ts'

export type Draft = {
  text: string
  name: string
  /** Undefined until someone chooses. */
  content?: Content | undefined
  /** By identifier key, the record that a person confirmed for it. */
  confirmed: Readonly<Record<string, string>>
}

export const emptyDraft: Draft = { text: '', name: '', content: undefined, confirmed: {} }

const storageName = `${untilSignOut}quick-request`

/** The typed text survives a reload and a sign-in, in this tab and for the same person, until they sign out. */
export function readDraft(owner: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as Partial<Draft & { owner: string }>
    if (stored.owner === owner && typeof stored.text === 'string' && typeof stored.name === 'string')
      return {
        text: stored.text,
        name: stored.name,
        content: stored.content,
        confirmed: stored.confirmed ?? {},
      }
  } catch {
    // Storage is disabled, or holds something else.
  }
  return emptyDraft
}

export function keepDraft(owner: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.name === '' && draft.content === undefined) sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, JSON.stringify({ owner, ...draft }))
  } catch {
    // Storage is full or disabled: the text lasts as long as the page.
  }
}

/** Appends to the existing text. */
export function addToDraft(owner: string, identifiers: readonly string[]): void {
  const draft = readDraft(owner)
  keepDraft(owner, { ...draft, text: withLine(draft.text) + identifiers.join('\n') })
}

/** The codes added to a list after it was sent. */
export function addedSince(sent: Draft, now: Draft): Draft {
  if (now.text === sent.text) return emptyDraft
  const more = now.text.slice(sent.text.length)
  // If the last code has become longer, or another was changed, all of it stays.
  const begins = now.text.startsWith(sent.text) && (/[\s,]$/.test(sent.text) || /^[\s,]/.test(more))
  return { ...now, text: begins ? more.trimStart() : now.text, name: now.name === sent.name ? '' : now.name }
}

/** The text with its last line ended. */
export const withLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
