import type { Order } from '#ui/table.tsx'
import type { ShownSearch } from './use-saved-searches.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

const by: Record<string, (a: ShownSearch, b: ShownSearch) => number> = {
  name: (a, b) => compare(a.name, b.name),
  // What there is most of comes first.
  new: (a, b) => b.newRecords - a.newRecords,
  looked: (a, b) => timeOf(b.lastRunDate) - timeOf(a.lastRunDate),
  saved: (a, b) => timeOf(b.createdDate) - timeOf(a.createdDate),
  mail: (a, b) => Number(b.mail) - Number(a.mail),
}

const timeOf = (date: Date | null) => date?.getTime() ?? 0

/** Equal ones by their names. */
export function sortSearches(searches: readonly ShownSearch[], order: Order): ShownSearch[] {
  const direction = order.descending ? -1 : 1
  return [...searches].sort((a, b) => direction * by[order.by]!(a, b) || compare(a.name, b.name))
}

/** A day in the reader's form. */
export const dayOf = (date: Date | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(date)
