import {
  everyDoc,
  intersect,
  keepOnly,
  type Matches,
  noMatches,
  subtract,
  unite,
} from '#adapters/catalogue/embedded/search/matches.ts'
import {
  authorities,
  type HeadingClause,
  type HeadingField,
} from '#features/catalogue/headings/server/heading-query.ts'
import { fits } from '#features/catalogue/query/server/fits-pattern.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import type { HeadingIndex } from './heading-index.ts'

type ClauseOf<K extends HeadingClause['kind']> = Extract<HeadingClause, { kind: K }>

/** The stored rows as an evaluation needs them. */
export type Rows = {
  /** The sort key of a row. */
  sortOf(row: number): string
  rowsOfTopTerms(): number[]
  rowsOfIds(ids: string[]): number[]
  rowsOfSchemes(of: ClauseOf<'scheme'>['of'], codes: string[]): number[]
}

export type SearchRun = {
  index: HeadingIndex
  rows: Rows
  /** Throws if the answer is no longer wanted. */
  goOn(): void
}

/** The docs that match a clause, ascending. `only` narrows the clause's fields to one. */
export function evaluate(run: SearchRun, clause: HeadingClause, only?: HeadingField): Matches {
  run.goOn()
  const { index, rows } = run
  const within = (each: HeadingClause) => evaluate(run, each, only)
  const fieldsOf = (fields: HeadingField[]) => (only ? fields.filter((field) => field === only) : fields)
  switch (clause.kind) {
    case 'all':
      return everyDoc(index.count, undefined)
    case 'none':
      return noMatches
    case 'and': {
      const excluded = clause.clauses.filter((each) => each.kind === 'not')
      const parts = clause.clauses.filter((each) => each.kind !== 'not').map(within)
      const found = parts.length === 0 ? everyDoc(index.count, undefined) : parts.reduce(intersect)
      return excluded.reduce((left, each) => subtract(left, evaluate(run, each.clause).docs), found)
    }
    case 'or': {
      const lists = clause.clauses.map(within)
      if (clause.atLeast <= 0) return everyDoc(index.count, undefined)
      return lists.length < clause.atLeast ? noMatches : unite(lists, clause.atLeast, index.count, false)
    }
    case 'not':
      // A negated clause applies to all fields.
      return subtract(everyDoc(index.count, undefined), evaluate(run, clause.clause).docs)
    case 'word':
      return withWords(index, index.stems.get(stem(clause.word)) ?? [], fieldsOf(clause.fields))
    case 'pattern':
      return withWords(index, wordsLike(run, clause.pattern), fieldsOf(clause.fields))
    case 'phrase':
      return withPhrase(run, clause, fieldsOf(clause.fields))
    case 'beginning':
      // No sort key contains the highest code point.
      return between(index, rows, clause.letters, `${clause.letters}\u{10ffff}`)
    case 'between':
      return between(index, rows, clause.from, clause.before)
    case 'topTerm':
      return fromRows(index, rows.rowsOfTopTerms())
    case 'authority': {
      const numbers = clause.of.map((authority) => authorities.indexOf(authority))
      return keepOnly(everyDoc(index.count, undefined), (doc) => numbers.includes(index.authority[doc]!))
    }
    case 'ids':
      return fromRows(index, rows.rowsOfIds(clause.ids))
    case 'scheme':
      return fromRows(index, rows.rowsOfSchemes(clause.of, clause.codes))
  }
}

function fromRows({ docOfRow }: HeadingIndex, wanted: number[]): Matches {
  const docs = Uint32Array.from(new Set(wanted), (row) => docOfRow[row]!).sort()
  return docs.length === 0 ? noMatches : { docs, scores: undefined }
}

/** Docs are in sort key order, so a range of keys is a range of docs. */
function between(index: HeadingIndex, rows: Rows, from: string, before: string): Matches {
  const start = firstFrom(index, rows, from)
  const length = firstFrom(index, rows, before) - start
  return length <= 0 ? noMatches : { docs: Uint32Array.from({ length }, (_, i) => start + i), scores: undefined }
}

/** The file compares keys by their bytes. */
function firstFrom(index: HeadingIndex, rows: Rows, key: string): number {
  const bytes = Buffer.from(key)
  let low = 0
  let high = index.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(Buffer.from(rows.sortOf(index.rows[middle]!)), bytes) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function withWords(index: HeadingIndex, words: number[], fields: HeadingField[]): Matches {
  if (words.length === 0 || fields.length === 0) return noMatches
  const lists = words.map(
    (word): Matches => ({
      docs: index.docs.subarray(index.docStarts[word], index.docStarts[word + 1]),
      scores: undefined,
    }),
  )
  const found = lists.length === 1 ? lists[0]! : unite(lists, 1, index.count, false)
  if (fields.length === 2) return found
  const wordSet = new Set(words)
  return keepOnly(found, (doc) =>
    fields[0] === 'heading'
      ? hasWord(index.tokens, index.starts[doc]!, endOfHeading(index, doc), wordSet)
      : hasWord(index.tokens, endOfHeading(index, doc), index.starts[doc + 1]!, wordSet),
  )
}

function hasWord(tokens: Uint32Array, from: number, to: number, wanted: Set<number>): boolean {
  for (let at = from; at < to; at++) if (wanted.has(tokens[at]!)) return true
  return false
}

const endOfHeading = ({ tokens, starts }: HeadingIndex, doc: number): number => tokens.indexOf(0, starts[doc])

function withPhrase(run: SearchRun, clause: ClauseOf<'phrase'>, fields: HeadingField[]): Matches {
  const { index } = run
  const { words, lastIsPrefix } = clause
  const whole = lastIsPrefix ? words.slice(0, -1) : words
  const numbers = whole.map((word) => index.numbers.get(word) ?? 0)
  if (words.length === 0 || fields.length === 0 || numbers.includes(0)) return noMatches
  const prefix = lastIsPrefix ? words.at(-1)! : undefined
  const lists = [...new Set(numbers)].map((word) => withWords(index, [word], ['heading', 'variants']))
  if (prefix !== undefined) lists.push(withWords(index, wordsLike(run, `${prefix}*`), ['heading', 'variants']))
  const { tokens, starts } = index
  return keepOnly(lists.reduce(intersect), (doc) => {
    const middle = endOfHeading(index, doc)
    const from = fields.includes('heading') ? starts[doc]! : middle
    const to = fields.includes('variants') ? starts[doc + 1]! : middle
    for (let at = from; at + words.length <= to; at++) {
      if (numbers.every((number, i) => tokens[at + i] === number)) {
        const next = index.words[tokens[at + whole.length]!]
        if (prefix === undefined || next?.startsWith(prefix)) return true
      }
    }
    return false
  })
}

/** A pattern matches at most this many words: those in the most headings. */
const maxWords = 1000

/** The words that a pattern matches (`*` any characters, `?` one); it begins with letters. */
function wordsLike({ index: { words, sorted, docStarts }, goOn }: SearchRun, pattern: string): number[] {
  const start = /^[^*?]*/.exec(pattern)![0]
  const found: number[] = []
  for (let at = firstWordFrom(words, sorted, start); at < sorted.length; at++) {
    goOn()
    const word = words[sorted[at]!]!
    if (!word.startsWith(start)) break
    if (fits(word, pattern)) found.push(sorted[at]!)
  }
  if (found.length <= maxWords) return found
  const headings = (word: number) => docStarts[word + 1]! - docStarts[word]!
  return found.sort((a, b) => headings(b) - headings(a)).slice(0, maxWords)
}

function firstWordFrom(words: string[], sorted: Uint32Array, start: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[sorted[middle]!]! < start) low = middle + 1
    else high = middle
  }
  return low
}
