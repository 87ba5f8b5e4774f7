import { counted } from '#kit/web/format.ts'
import { type FormItem, formItemOf, type SavedItem, sendable } from '../../items/web/form-item.ts'
import { type Choice, type Conflict, differencesOf, mergeItems } from './merge-items.ts'
import { patchOf } from './patch-of.ts'
import type { LoadedRequest } from './save-request.ts'
import type { Base, StoredDraft } from './stored-draft.ts'

/** The page's state of a request, and conflicts with another person's save. */
export type FormState = Omit<StoredDraft, 'keptAt'> & {
  conflict: { theirs: Base; by: string; conflicts: Conflict[] } | null
  /** The other person's merged changes, in words. */
  news: string[]
}

export const baseOf = ({ version, items }: { version: number; items: readonly SavedItem[] }): Base => ({
  version,
  items: items.map(formItemOf),
})

/** The saved state with this computer's unsaved changes applied. */
export function stateOf(request: LoadedRequest | null, kept: StoredDraft | null): FormState {
  const base = request ? baseOf(request) : null
  const own = {
    open: kept?.open ?? null,
    anyway: kept?.anyway ?? [],
    rest: kept?.rest ?? null,
    conflict: null,
    news: [],
  }
  if (!kept || !base) return { ...own, base, items: kept?.items ?? base?.items ?? [] }
  const mine: FormState = { ...own, base: kept.base ?? base, items: kept.items }
  return base.version === mine.base!.version ? { ...mine, base } : mergeTheirs(mine, base, request!.updatedBy)
}

/** Merges another person's save; conflicts wait for a decision. */
export function mergeTheirs(before: FormState, theirs: Base, by: string): FormState {
  const state = withOpenItem(before, theirs)
  const { items, conflicts } = mergeItems(state.base?.items ?? [], state.items, theirs.items)
  if (conflicts.length > 0) return { ...state, conflict: { theirs, by: by || somebody, conflicts } }
  return { ...state, base: theirs, items, conflict: null, news: newsOf(state.base, theirs, by) }
}

/** An item being edited that someone else has changed becomes a conflict and overwrites nothing. */
function withOpenItem(state: FormState, theirs: Base): FormState {
  const item = state.open?.isNew === false ? sendable(state.open.item) : undefined
  const of = ({ items }: Base) => items.find(({ id }) => id === item?.id)
  const [before, now] = [state.base && of(state.base), of(theirs)]
  if (!item || !before || (now && differencesOf(before, now).length === 0)) return state
  return { ...state, open: null, items: state.items.map((each) => (each.key === item.key ? item : each)) }
}

export function decided(state: FormState, choices: Record<string, Choice>): FormState {
  if (!state.conflict) return state
  const { theirs } = state.conflict
  const { items } = mergeItems(state.base?.items ?? [], state.items, theirs.items, choices)
  return { ...state, base: theirs, items, conflict: null }
}

const somebody = 'Someone else'

function newsOf(base: Base | null, theirs: Base, by: string): string[] {
  const before = base?.items ?? []
  const ids = (items: readonly FormItem[]) => new Set(items.map(({ id }) => id))
  const added = theirs.items.filter(({ id }) => !ids(before).has(id)).length
  const gone = before.filter(({ id }) => !ids(theirs.items).has(id)).length
  const changed = patchOf(
    before.filter(({ id }) => ids(theirs.items).has(id)),
    theirs.items.filter(({ id }) => ids(before).has(id)),
  )
  const touched = new Set(changed.map(({ path }) => path.split('/')[2])).size
  const count = (n: number, what: string) => (n === 0 ? [] : [`${counted(n, 'item')} ${what}`])
  const all = [...count(added, 'added'), ...count(touched, 'changed'), ...count(gone, 'removed')]
  return all.length === 0 ? [] : [`${by || somebody} has saved changes to this request: ${all.join(', ')}.`]
}

/** Differs from the saved state, even if it cannot be saved yet. */
export const isChanged = ({ base, items }: Pick<FormState, 'base' | 'items'>): boolean =>
  patchOf(base?.items ?? [], items).length > 0
