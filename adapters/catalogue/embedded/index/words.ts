import { everyDoc, type Matches, mergeTwo, noMatches } from '../search/matches.ts'
import type { ClauseOf, SearchRun } from '../search/search-run.ts'
import type { LiveSegment } from '../snapshot.ts'
import { localTerm } from './local-terms.ts'
import { fieldBits, readPostings, readPostingsAmong } from './postings.ts'
import type { Segment } from './segment.ts'
import { stemOfTerm } from './stem-table.ts'
import { findSorted } from './string-table.ts'

/** A word of the same stem counts less than the word itself, but a title still outweighs the notes. */
const stemFactor = 0.7

/** A term's place in a segment; `exact` if it is the word itself, not another with its stem. */
export type WordTerm = { term: number; exact: boolean }

/** The terms of a segment that a word matches: itself and those with its stem. */
export function wordTerms(segment: Segment, word: string): WordTerm[] {
  const place = findSorted(segment.stems, stemOfTerm(word))
  if (place >= 0) {
    const exact = findSorted(segment.terms, word)
    const terms = [...segment.stemTerms.subarray(segment.stemStarts[place], segment.stemStarts[place + 1])]
    return terms.map((term) => ({ term, exact: term === exact }))
  }
  // Without an entry, the stem is either a word that shares it with no other, or no word at all.
  const root = stemOfTerm(word)
  const term = findSorted(segment.terms, root)
  return term < 0 ? [] : [{ term, exact: root === word }]
}

export function postingsOf(run: SearchRun, live: LiveSegment, term: number): Uint8Array {
  const { postingsAt } = live.segment
  return run.read(live.id, 'postings', postingsAt[term]!, postingsAt[term + 1]!)
}

export function findWord(
  run: SearchRun,
  live: LiveSegment,
  clause: ClauseOf<'word'>,
  scored: boolean,
  among?: Uint32Array,
): Matches {
  const bits = fieldBits(clause.fields)
  if (bits === 0) return noMatches
  const rarity = scored ? run.rarity(clause.word) : 0
  const lists: Matches[] = []
  const local = clause.fields.includes('localNotes') ? run.wordTerms(live, localTerm(clause.word)) : []
  for (const { term, exact } of [...run.wordTerms(live, clause.word), ...local]) {
    run.goOn()
    const factor = scored ? rarity * (exact ? 1 : stemFactor) : undefined
    const found = among
      ? readPostingsAmong(run, live, term, bits, factor, among)
      : readPostings(live.segment, postingsOf(run, live, term), live.segment.frequency[term]!, bits, factor)
    lists.push(found)
  }
  // The longest last: it is copied once.
  lists.sort((a, b) => a.docs.length - b.docs.length)
  return lists.length === 0 ? noMatches : lists.reduce((all, found) => mergeTwo(all, found, scored, Math.max))
}

export const findAll = (live: LiveSegment, scored: boolean): Matches =>
  everyDoc(live.segment.count, scored ? 1 : undefined)
