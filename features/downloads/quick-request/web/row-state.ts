import { grouped, nounOf } from '#kit/web/format.ts'
import { words as say } from '../../messages.ts'
import type { FoundRecord, Titles } from './ask-titles.ts'
import type { IdentifierRow } from './identifier-list.ts'

export type RowState =
  | { is: 'wrong' }
  | { is: 'twice'; line: number }
  | { is: 'found'; records: FoundRecord[] }
  /** Records hold it only as cancelled or invalid: a person must confirm which one is meant. */
  | { is: 'proposed'; records: FoundRecord[] }
  | { is: 'missing' }
  | { is: 'checking' }
  /** The catalogue could not be reached. */
  | { is: 'unchecked' }

export function rowState(row: IdentifierRow, titles: Titles, failed: boolean): RowState {
  if (row.sameAs !== undefined) return { is: 'twice', line: row.sameAs }
  const records = titles.get(row.key)
  if (records?.length) return { is: records.every(({ heldAs }) => heldAs) ? 'proposed' : 'found', records }
  if (row.problem !== undefined || row.key === '') return { is: 'wrong' }
  if (!records) return { is: failed ? 'unchecked' : 'checking' }
  return { is: 'missing' }
}

const ranks: Record<RowState['is'], number> = {
  ...{ wrong: 0, proposed: 1, missing: 2, twice: 3 },
  ...{ found: 4, checking: 4, unchecked: 4 },
}

/** Rows that need a person come first; otherwise they keep the order of the text. */
export const problemsFirst = (rows: IdentifierRow[], titles: Titles, failed: boolean): IdentifierRow[] => {
  const rankOf = new Map(rows.map((row) => [row, ranks[rowState(row, titles, failed).is]]))
  return rows.toSorted((a, b) => rankOf.get(a)! - rankOf.get(b)!)
}

export type Counts = Record<RowState['is'], number>

export function countStates(rows: IdentifierRow[], titles: Titles, failed: boolean): Counts {
  const counts: Counts = { wrong: 0, twice: 0, found: 0, proposed: 0, missing: 0, checking: 0, unchecked: 0 }
  for (const row of rows) counts[rowState(row, titles, failed).is]++
  return counts
}

/** `3 found, 1 to confirm, 1 not in the catalogue, 1 duplicate, 2 to fix`. */
export const describeCounts = (counts: Counts): string =>
  [
    [counts.found, say.found],
    [counts.proposed, say.toConfirm],
    [counts.missing, say.notInCatalogueInText],
    [counts.twice, nounOf(counts.twice, say.duplicate, say.duplicates)],
    [counts.wrong, say.toFix],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `${grouped(Number(count))} ${words}`)
    .join(', ')
