import { type FormItem, newItem } from '../../items/web/form-item.ts'
import { differencesOf } from './merge-items.ts'
import { type Base, keep, readStoredDraft } from './stored-draft.ts'

/** Items that exist only on this computer: new ones, and changed ones. */
export function ownOf(items: readonly FormItem[], base: Base | null): FormItem[] {
  const saved = new Map(base?.items.map((item) => [item.id, item]))
  return items.flatMap((item) => {
    const former = item.id === undefined ? undefined : saved.get(item.id)
    if (former && differencesOf(former, item).length === 0) return []
    const { id: _, itemNumber: __, ...rest } = item
    // Pictures of a saved item belong to that item.
    return [newItem(item.id === undefined ? rest : { ...rest, files: [] })]
  })
}

/** Adds items to this computer's unsaved request, which /CreateCatalogueRequest shows. */
export function beginWith(userId: string, items: readonly FormItem[]): void {
  const draft = readStoredDraft(userId, 'new')
  keep(userId, 'new', {
    base: null,
    items: [...(draft?.items ?? []), ...items],
    open: draft?.open ?? null,
    anyway: draft?.anyway ?? [],
    rest: draft?.rest ?? null,
    keptAt: Date.now(),
  })
}
