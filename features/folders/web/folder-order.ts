import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'

/** The specification's sort orders of folders; Relevancy is the order in which records were added. */
export const folderOrders = [
  { value: '1', label: 'Title (A-Z)' },
  { value: '2', label: 'Title (Z-A)' },
  { value: '3', label: 'Date' },
  { value: '4', label: 'Relevancy' },
] as const
export type FolderOrder = (typeof folderOrders)[number]['value']

export const usualOrder: FolderOrder = '4'

export const isFolderOrder = (value: unknown): value is FolderOrder => folderOrders.some((each) => each.value === value)

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Sorts by date, newest first and undated last; equal ones keep the order in which they were added. */
export function inOrder<Item extends FolderItem>(items: readonly Item[], order: FolderOrder): readonly Item[] {
  if (order === '4') return items
  if (order === '3') {
    const years = new Map(items.map((item) => [item, yearIn(item.dateIssuedMarc)]))
    return [...items].sort((a, b) => years.get(b)! - years.get(a)!)
  }
  const names = new Map(items.map((item) => [item, filingTitle(item.itemTitle)]))
  const turn = order === '2' ? -1 : 1
  return [...items].sort((a, b) => collator.compare(names.get(a)!, names.get(b)!) * turn)
}

/** A title for sorting, without the initial article and leading punctuation. */
const filingTitle = (title: string) =>
  title.replace(/^[^\p{L}\p{N}]+/u, '').replace(/^(?:the|an?)\s+(?=\S)/iu, '') || title

const yearIn = (date: string) => Number(date.match(/\d{4}/)?.[0] ?? Number.NEGATIVE_INFINITY)
