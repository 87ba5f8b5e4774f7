import { searchFields } from '#features/catalogue/fields.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import type { Meanings } from './print-query.ts'

/** A word of the same stem counts less than the word itself, but a title still outweighs the notes. */
export const stemFactor = 0.7

/** A long title shares its weight among its words: by title rank, from the shortest titles to the longest. */
export const titleShares = [1, 0.93, 0.86, 0.78, 0.7] as const
const maxWords = [2, 4, 7, 12]

/** The rank of a title with this many words: its place in `titleShares`. */
export function rankOfTitle(words: number): number {
  const rank = maxWords.findIndex((most) => words <= most)
  return rank < 0 ? maxWords.length : rank
}

export const weightOf = (field: SearchField): number => searchFields[field].weight

/** The rarity weight of a word: 1 if every record has it, at most 4.5 for the rarest. */
export const rarityOf = (frequency: number, records: number): number =>
  frequency === 0 ? 1 : Math.min(4.5, 1 + Math.max(0, Math.log(records / frequency)) / 4)

/** An upper bound for the word score of a clause. */
export function maxScore(clause: Clause, meanings: Pick<Meanings, 'rarity' | 'rarityOfExact'>): number {
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  switch (clause.kind) {
    case 'and':
    case 'or':
      return sum(clause.clauses.map((each) => maxScore(each, meanings)))
    case 'not':
    case 'unscored':
      return 0
    case 'word':
      return meanings.rarity(clause.word) * sum(clause.fields.map(weightOf)) + weightOf('identifier')
    case 'phrase':
      return (
        sum(['', ...clause.words].map((word) => meanings.rarityOfExact(word))) * sum(clause.fields.map(weightOf)) +
        weightOf('identifier')
      )
    default:
      return sum(Object.values(searchFields).map(({ weight }) => weight))
  }
}
