import { type FormItem, type fieldNames, textNames } from '../../items/web/form-item.ts'

/** An item that both have changed; null for the side that removed it. */
export type Conflict = { id: string; mine: FormItem | null; theirs: FormItem | null; differs: ComparedName[] }
export type ComparedName = keyof typeof fieldNames
export type Choice = 'mine' | 'theirs'

const compared: ComparedName[] = ['resourceType', 'physicalResource', ...textNames, 'files']

const text = (item: FormItem, name: ComparedName) =>
  name === 'files' ? JSON.stringify(item.files.map(({ id, caption }) => [id, caption])) : String(item[name])

/** The fields that differ. */
export const differencesOf = (one: FormItem, other: FormItem): ComparedName[] =>
  compared.filter((name) => text(one, name) !== text(other, name))

const isSame = (one: FormItem | undefined, other: FormItem | undefined) =>
  one === undefined || other === undefined ? one === other : differencesOf(one, other).length === 0

/**
 * A three-way merge of my items with another person's saved ones, field by field; `base` is the common ancestor. If
 * both changed a field differently, `choices` decides by item id; without a choice it is a conflict, and mine is kept
 * meanwhile.
 */
export function mergeItems(
  base: readonly FormItem[],
  mine: readonly FormItem[],
  theirs: readonly FormItem[],
  choices: Readonly<Record<string, Choice>> = {},
): { items: FormItem[]; conflicts: Conflict[] } {
  const formerly = byId(base)
  const ofMine = byId(mine)
  const ofTheirs = byId(theirs)
  const conflicts: Conflict[] = []
  const decide = (id: string): FormItem | undefined => {
    const [before, my, their] = [formerly.get(id), ofMine.get(id), ofTheirs.get(id)]
    if (isSame(my, before) || isSame(my, their)) return their
    if (isSame(their, before)) return my
    const mine = before && my && their ? withUndisputed(my, before, their) : my
    const theirs = before && my && their ? withUndisputed(their, before, my) : their
    if (isSame(mine, theirs)) return mine
    const choice = choices[id]
    if (!choice)
      conflicts.push({
        id,
        mine: mine ?? null,
        theirs: theirs ?? null,
        differs: mine && theirs ? differencesOf(mine, theirs) : [],
      })
    if (choice === 'theirs') return theirs
    if (mine && !theirs) return asNew(mine)
    return mine
  }
  // Their order is used; items that only I have stay after their predecessor.
  const items = theirs.flatMap(({ id }) => decide(id!) ?? [])
  mine.forEach((item, at) => {
    if (item.id !== undefined && ofTheirs.has(item.id)) return
    const merged = item.id === undefined || !formerly.has(item.id) ? item : decide(item.id)
    if (!merged) return
    const before = mine.slice(0, at).findLast(({ key }) => items.some((each) => each.key === key))
    items.splice(before ? items.findIndex(({ key }) => key === before.key) + 1 : 0, 0, merged)
  })
  return { items, conflicts }
}

/**
 * Adds the other person's non-conflicting changes. The type determines the other fields, so changes of type are not
 * merged.
 */
function withUndisputed(item: FormItem, before: FormItem, other: FormItem): FormItem {
  const changed = differencesOf(before, other)
  const kind = ['resourceType', 'physicalResource']
  if ([...changed, ...differencesOf(before, item)].some((name) => kind.includes(name))) return item
  const taken = changed.filter((name) => text(item, name) === text(before, name))
  return { ...item, ...Object.fromEntries(taken.map((name) => [name, other[name]])) }
}

/** They removed it: what I keep is a new item to the server. */
const asNew = ({ id: _, itemNumber: __, ...item }: FormItem): FormItem => item

const byId = (items: readonly FormItem[]) =>
  new Map(items.flatMap((item) => (item.id === undefined ? [] : [[item.id, item]])))
