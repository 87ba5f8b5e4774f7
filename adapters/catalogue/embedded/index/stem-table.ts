import { stem } from '#features/catalogue/query/server/stem.ts'
import { isLocalTerm, localTerm, wordOfTerm } from './local-terms.ts'
import type { Segment } from './segment.ts'
import { sortText, tableOf } from './string-table.ts'

/** The stem of a term; that of a local note's word is marked as the word is. */
export const stemOfTerm = (term: string): string => (isLocalTerm(term) ? localTerm(stem(wordOfTerm(term))) : stem(term))

/** Groups sorted words by stem. A word that equals its stem and shares it with no other needs no entry. */
export function stemTableOf(sorted: readonly string[]): Pick<Segment, 'stems' | 'stemStarts' | 'stemTerms'> {
  const groups = new Map<string, number[]>()
  sorted.forEach((word, term) => {
    const root = stemOfTerm(word)
    const group = groups.get(root)
    if (group) group.push(term)
    else groups.set(root, [term])
  })
  for (const [root, group] of groups) if (group.length === 1 && sorted[group[0]!] === root) groups.delete(root)
  const roots = sortText([...groups.keys()])
  const stemStarts = new Uint32Array(roots.length + 1)
  const stemTerms: number[] = []
  roots.forEach((root, place) => {
    stemTerms.push(...groups.get(root)!)
    stemStarts[place + 1] = stemTerms.length
  })
  return { stems: tableOf(roots), stemStarts, stemTerms: Uint32Array.from(stemTerms) }
}
