import type { SiteMessage } from '#features/messages/contract.ts'

/** Who was shown which messages, by their ids. */
type Shown = { who: string; ids: readonly string[] }

const name = 'reminders'
/** What was shown before that is long over. */
const mostIds = 20

/** A cookie without an end: it lasts as long as the session's own, and is the same in every window. */
export function readShown(): Shown | undefined {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  if (!found) return undefined
  try {
    const [who = '', ids = ''] = decodeURIComponent(found.slice(name.length + 1)).split('!')
    return { who, ids: ids.split('.').filter(Boolean) }
  } catch {
    return undefined
  }
}

export function noteShown(who: string, messages: readonly SiteMessage[]): void {
  const before = readShown()?.ids ?? []
  const ids = [...new Set([...messages.map(({ id }) => id), ...before])].slice(0, mostIds)
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser that is served
  document.cookie = `${name}=${encodeURIComponent(`${who}!${ids.join('.')}`)}; path=/; SameSite=Lax`
}

/** Somebody is shown messages once in a session; who came to the same browser after them, what is theirs alone. */
export const wasShown = (who: string): boolean => readShown()?.who === who

export function notShownYet(messages: readonly SiteMessage[]): SiteMessage[] {
  const ids = readShown()?.ids ?? []
  // A reminder is about a school: that somebody else has read theirs says nothing.
  return messages.filter(({ id, messageType }) => messageType !== 'GLOBAL' || !ids.includes(id))
}
