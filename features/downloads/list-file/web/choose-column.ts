import { maxIdentities } from '#features/downloads/contract.ts'
import type { Column } from './columns.ts'

export type Choice = {
  /** The first column, or in place of one without identifiers the best. */
  used: Column
  /** Has more whole numbers of the kinds that books have. */
  better: Column | undefined
  /** The used column is to be confirmed before it is put into the field. */
  ask: boolean
}

/** The first column is used unless it has no identifier; a better one is pointed out. */
export function chooseColumn(columns: Column[]): Choice {
  const first = columns[0]!
  const best = columns.toSorted((a, b) => worth(b) - worth(a))[0]!
  if (first.identifiers === 0) return { used: best, better: undefined, ask: true }
  const better = best !== first && worth(best) > worth(first) * 1.2 ? best : undefined
  return { used: first, better, ask: better !== undefined }
}

/** An ISBN says more than a plain number, which every second column has. */
const worth = ({ standard, identifiers, damage }: Column) => standard + damage.mended / 2 + identifiers / 1000

export const isTooBig = ({ identifiers }: Column, whole: boolean): boolean => !whole || identifiers > maxIdentities

/** `9,213 identifiers`; `ISBNs` where nearly all are. */
export function countInWords({ identifiers, standard }: Column, whole: boolean): string {
  if (identifiers === 0) return 'No identifiers'
  const noun = standard > identifiers * 0.8 ? 'ISBN' : standard < identifiers * 0.1 ? 'number' : 'identifier'
  const many = !whole && identifiers > maxIdentities
  const count = many ? maxIdentities : identifiers
  return `${many ? 'More than ' : ''}${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}
