import type { collectionsApi } from '#features/downloads/collections/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { today } from '#ui/form/typed-day.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import type { Order } from '#ui/table/table.tsx'

export type ShownCollection = Answer<typeof collectionsApi.listCollections>['response'][number]

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const compare: Record<string, (a: ShownCollection, b: ShownCollection) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  records: (a, b) => a.recordCount - b.recordCount,
  updated: (a, b) => Number(a.updatedDate) - Number(b.updatedDate),
}

/** Equal ones keep the provider's order, which stands where none was chosen. */
export function sortCollections(
  collections: readonly ShownCollection[],
  order: Order | null,
): readonly ShownCollection[] {
  if (!order) return collections
  const turn = order.descending ? -1 : 1
  return [...collections].sort((a, b) => compare[order.by]!(a, b) * turn)
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name, description or category has every typed word, in any case and with or without accents. */
export function findCollections(collections: readonly ShownCollection[], typed: string): readonly ShownCollection[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return collections
  return collections.filter(({ name, description, categoryName }) => {
    const text = plain(`${name} ${description} ${categoryName}`)
    return words.every((word) => text.includes(word))
  })
}

export const collectionsCsv = (collections: readonly ShownCollection[]): ExportTable => ({
  columns: ['Collection', 'Description', 'Category', 'Records', 'Updated'],
  rows: collections.map(({ name, description, categoryName, recordCount, updatedDate }) => [
    name,
    description,
    categoryName,
    recordCount,
    // The day that the table shows: the reader's own.
    updatedDate ? today(updatedDate) : '',
  ]),
})

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`

export const dayOf = (date: Date | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(date)
