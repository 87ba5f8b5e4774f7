import { maxIdentities } from '#features/downloads/contract.ts'
import { counted } from '#kit/web/format.ts'
import type { Column } from './columns.ts'

export type Choice = {
  /** The first column, or the best one if the first has no identifiers. */
  used: Column
  /** A column with more complete numbers of the kinds that books have. */
  better: Column | undefined
  /** The used column must be confirmed before it goes into the field. */
  ask: boolean
}

/** The first column is used; for another, better one the person is asked first. */
export function chooseColumn(columns: Column[]): Choice {
  const first = columns[0]!
  const best = columns.toSorted((a, b) => worth(b) - worth(a))[0]!
  if (first.identifiers === 0) return { used: best, better: undefined, ask: true }
  const better = best !== first && worth(best) > worth(first) * 1.2 ? best : undefined
  return { used: first, better, ask: better !== undefined }
}

/** An ISBN weighs more than a plain number, which many columns contain. */
const worth = ({ standard, identifiers, damage }: Column) => standard + damage.restored / 2 + identifiers / 1000

export const isTooBig = ({ identifiers }: Column, whole: boolean): boolean => !whole || identifiers > maxIdentities

/** `9,213 identifiers`; `ISBNs` if nearly all are. */
export function describeCount({ identifiers, standard }: Column, whole: boolean): string {
  if (identifiers === 0) return 'No identifiers'
  const noun = standard > identifiers * 0.8 ? 'ISBN' : standard < identifiers * 0.1 ? 'number' : 'identifier'
  const many = !whole && identifiers > maxIdentities
  const count = many ? maxIdentities : identifiers
  return `${many ? 'More than ' : ''}${counted(count, noun)}`
}
