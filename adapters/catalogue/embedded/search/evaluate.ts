import type { Clause } from '#features/catalogue/query/server/query.ts'
import { identifierKey } from '#marc/identifier.ts'
import { isColumnClause, type Keep, keepBy } from '../index/columns.ts'
import { findHashed } from '../index/string-table.ts'
import { findAll, findWord, type WordTerm } from '../index/words.ts'
import type { LiveSegment } from '../snapshot.ts'
import { everyDoc, fromUnsorted, intersect, keepOnly, type Matches, noMatches, subtract, unite } from './matches.ts'
import { findIdentifierPattern, findPattern } from './pattern-matches.ts'
import { findPhrase } from './phrases.ts'
import type { ClauseOf, SearchRun } from './search-run.ts'

const identifierScore = 10

/**
 * The docs of a segment that match a clause, deleted records included. With `among` (ascending) the caller wants only
 * these, and others may be missing: a rare word saves reading a common one.
 */
export function evaluate(
  run: SearchRun,
  live: LiveSegment,
  clause: Clause,
  scored: boolean,
  among?: Uint32Array,
): Matches {
  run.goOn()
  switch (clause.kind) {
    case 'all':
      return findAll(live, scored)
    case 'none':
      return noMatches
    case 'and':
      return all(run, live, clause.clauses, scored, among)
    case 'or':
      return some(run, live, clause, scored, among)
    case 'not':
      return subtract(everyDoc(live.segment.count, undefined), evaluate(run, live, clause.clause, false).docs)
    case 'unscored':
      return evaluate(run, live, clause.clause, false, among)
    case 'word':
      return withIdentifiers(live, clause, scored, findWord(run, live, clause, scored, among), [clause.word])
    case 'phrase': {
      const found = findPhrase(run, live, clause, scored, among)
      if (!clause.fields.includes('identifier')) return found
      return clause.lastIsPrefix
        ? unite(
            [found, findIdentifierPattern(run, live, `${clause.words.join('')}*`, scored)],
            1,
            live.segment.count,
            scored,
          )
        : withIdentifiers(live, clause, scored, found, [clause.words.join('')])
    }
    case 'pattern': {
      const found = findPattern(run, live, clause, scored, among)
      if (!clause.fields.includes('identifier')) return found
      return unite([found, findIdentifierPattern(run, live, clause.pattern, scored)], 1, live.segment.count, scored)
    }
    case 'identifiers':
      return byIdentifiers(live, clause.keys, scored)
    case 'ids':
      return byIds(live, clause.ids, scored)
    case 'values':
    case 'beginning':
    case 'range': {
      const docs = scored ? undefined : run.listed?.get(clause)
      if (docs) return { docs, scores: undefined }
      return keepOnly(everyDoc(live.segment.count, scored ? 1 : undefined), keepBy(run, live, clause))
    }
  }
}

/**
 * Clauses that list records run first, the shortest list before the others; clauses that only test run on what is left.
 */
function all(
  run: SearchRun,
  live: LiveSegment,
  clauses: Clause[],
  scored: boolean,
  among: Uint32Array | undefined,
): Matches {
  const listing: { clause: Clause; length: number }[] = []
  const away: Clause[] = []
  const tests: Keep[] = []
  for (const clause of clauses) {
    const bare = clause.kind === 'unscored' ? clause.clause : clause
    if (isColumnClause(bare)) tests.push(keepBy(run, live, bare))
    else if (bare.kind === 'not' && isColumnClause(bare.clause)) {
      const keep = keepBy(run, live, bare.clause)
      tests.push((doc) => !keep(doc))
    } else if (bare.kind === 'not') away.push(bare.clause)
    else if (bare.kind !== 'all') listing.push({ clause, length: likelyLength(run, live, bare) })
  }
  listing.sort((a, b) => a.length - b.length)
  let found: Matches | undefined
  for (const { clause } of listing) {
    const list = evaluate(run, live, clause, scored, found?.docs ?? among)
    found = found ? intersect(found, list) : list
    if (found.docs.length === 0) return noMatches
  }
  found ??= everyDoc(live.segment.count, scored ? 1 : undefined)
  if (tests.length > 0) found = keepOnly(found, (doc) => tests.every((keep) => keep(doc)))
  for (const clause of away) {
    if (found.docs.length === 0) break
    found = subtract(found, evaluate(run, live, clause, false, found.docs).docs)
  }
  return found
}

/** Estimates the length of a clause's list without reading it; clauses without an estimate come last. */
function likelyLength(run: SearchRun, live: LiveSegment, clause: Clause): number {
  if (clause.kind === 'identifiers') return clause.keys.length
  if (clause.kind === 'ids') return clause.ids.length
  if (clause.kind === 'word') return maxListLength(live, run.wordTerms(live, clause.word))
  if (clause.kind === 'unscored') return likelyLength(run, live, clause.clause)
  if (clause.kind === 'or' && clause.atLeast === 1)
    return clause.clauses.reduce((sum, each) => sum + likelyLength(run, live, each), 0)
  if (clause.kind !== 'phrase') return Number.POSITIVE_INFINITY
  const whole = clause.lastIsPrefix ? clause.words.slice(0, -1) : clause.words
  return Math.min(...whole.map((word) => maxListLength(live, run.wordTerms(live, word))))
}

const maxListLength = ({ segment: { frequency } }: LiveSegment, terms: WordTerm[]): number =>
  terms.reduce((longest, { term }) => Math.max(longest, frequency[term]!), 0)

function some(
  run: SearchRun,
  live: LiveSegment,
  { clauses, atLeast }: ClauseOf<'or'>,
  scored: boolean,
  among: Uint32Array | undefined,
): Matches {
  if (atLeast > clauses.length) return noMatches
  const lists = clauses.map((clause) => evaluate(run, live, clause, scored, among))
  if (atLeast <= 0) lists.push(everyDoc(live.segment.count, undefined))
  const filled = lists.filter((list) => list.docs.length > 0)
  return filled.length === 0 ? noMatches : unite(filled, Math.max(1, atLeast), live.segment.count, scored)
}

function withIdentifiers(
  live: LiveSegment,
  clause: ClauseOf<'word' | 'phrase'>,
  scored: boolean,
  found: Matches,
  texts: string[],
): Matches {
  if (!clause.fields.includes('identifier')) return found
  const more = byIdentifiers(
    live,
    texts.map((text) => identifierKey(text).key),
    scored,
  )
  return more.docs.length === 0 ? found : unite([found, more], 1, live.segment.count, scored)
}

function byIdentifiers(live: LiveSegment, keys: string[], scored: boolean): Matches {
  const { identifiers, identifierSlots, identifierStarts, identifierDocs } = live.segment
  const docs: number[] = []
  for (const key of keys) {
    const place = findHashed(identifiers, identifierSlots, key)
    if (place < 0) continue
    for (let at = identifierStarts[place]!; at < identifierStarts[place + 1]!; at++) docs.push(identifierDocs[at]!)
  }
  return docs.length === 0 ? noMatches : fromUnsorted(docs, scored ? identifierScore : undefined)
}

function byIds(live: LiveSegment, ids: string[], scored: boolean): Matches {
  const docs: number[] = []
  for (const id of ids) {
    const place = findHashed(live.segment.ids, live.segment.idSlots, id)
    if (place >= 0) docs.push(live.segment.idDocs[place]!)
  }
  return docs.length === 0 ? noMatches : fromUnsorted(docs, scored ? 1 : undefined)
}
