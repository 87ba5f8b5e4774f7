export type Draft = { text: string; name: string }

const storageName = 'quick-request'

/** What was typed survives a reload and a sign-in in between: in this tab, for the same person. */
export function readDraft(owner: string): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as Partial<Draft & { owner: string }>
    if (kept.owner === owner && typeof kept.text === 'string' && typeof kept.name === 'string')
      return { text: kept.text, name: kept.name }
  } catch {
    // Storage is switched off, or holds something else.
  }
  return { text: '', name: '' }
}

export function keepDraft(owner: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.name === '') sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, JSON.stringify({ owner, ...draft }))
  } catch {
    // Storage is full or switched off: the text stays in the page.
  }
}

/** Below what is there already. */
export function addToDraft(owner: string, identifiers: readonly string[]): void {
  const { text, name } = readDraft(owner)
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  keepDraft(owner, { text: before + identifiers.join('\n'), name })
}
