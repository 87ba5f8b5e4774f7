import { spelledOut } from '#kit/fold.ts'
import { identifierKey, isWithoutAgency, keysToFind } from '#marc/identifier.ts'
import { numberSearch, type StandardKind } from '#marc/truncated-number.ts'
import { typedNumber } from '#marc/typed-number.ts'
import { analyse, isUnspaced } from './analysis.ts'
import { allOf, anyOf, not } from './clauses.ts'
import { elidedNouns, numbersApart, withoutElisions } from './joined-words.ts'
import type { Clause, SearchField } from './query.ts'

/**
 * Characters that may separate a title from its author (`stone/J.K. Rowling`): the words need not be adjacent. So may `&`
 * between words, but not in `R&B`.
 */
const apart = /[\s/;,:|=()[\]{}"“”«»—]+|(?<=\p{L}{2})(?=&\p{L}{2})|(?<=\p{L}{2}&)(?=\p{L}{2})/u

/**
 * The words of a text, without any syntax: each run between spaces is one clause. A run of several words (`Spider-Man`,
 * `J.K.`, a name in Chinese) is a phrase. A grouped number (`30,000`) is found ungrouped too, and a noun without the
 * article that was elided before it.
 */
export function literalClauses(text: string, fields: SearchField[]): Clause[] {
  return numbersApart(text).flatMap(({ text: part, number }) =>
    number === undefined
      ? part.split(apart).flatMap((run) => runClauses(run, fields))
      : [anyOf([phraseOf(analyse(part), fields), { kind: 'word', word: number, fields }])],
  )
}

function runClauses(run: string, fields: SearchField[]): Clause[] {
  const words = analyse(run)
  if (words.length === 0) return []
  const nouns = words.length === 1 ? elidedNouns(run) : []
  const respelled = spelledOut(run).map(
    (text): Clause => ({ kind: 'unscored', clause: phraseOf(analyse(text), fields) }),
  )
  return [
    anyOf([phraseOf(words, fields), ...nouns.map((word): Clause => ({ kind: 'word', word, fields })), ...respelled]),
  ]
}

export const phraseOf = (words: string[], fields: SearchField[], lastIsPrefix = false): Clause =>
  words.length === 1 && !lastIsPrefix
    ? { kind: 'word', word: words[0]!, fields }
    : { kind: 'phrase', words, fields, lastIsPrefix }

/** The text's words as a phrase, perhaps without elided articles. A text without a word matches nothing. */
export function phraseClause(text: string, fields: SearchField[]): Clause {
  const words = analyse(text)
  if (words.length === 0) return { kind: 'none' }
  const others = withoutElisions(text).map(
    (other): Clause => ({ kind: 'unscored', clause: phraseOf(analyse(other), fields) }),
  )
  return anyOf([phraseOf(words, fields), ...others])
}

/** The same, but the last word may be a prefix: for type-ahead. */
export function prefixClause(text: string, fields: SearchField[]): Clause {
  const words = analyse(text)
  if (words.length === 0) return { kind: 'none' }
  if (words.length > 1) return phraseOf(words, fields, true)
  return isUnspaced(words[0]!) ? phraseOf(words, fields) : { kind: 'pattern', pattern: `${words[0]}*`, fields }
}

const letters = /[\p{L}\p{N}\p{M}*?'’]+/gu

/** A word with `*` and `?` in it: `wom?n`, `dino*`. A title written with these characters (`M*A*S*H`) is found too. */
export function patternClause(text: string, fields: SearchField[]): Clause[] {
  return text.split(apart).flatMap((part) => {
    const patterns = (part.match(letters) ?? []).flatMap((run) => patternOfRun(run, fields))
    if (!patterns.some(({ kind }) => kind === 'pattern')) return literalClauses(part, fields)
    const words = analyse(part)
    const asWritten = words.length > 1 ? [phraseOf(words, fields)] : []
    return [anyOf([allOf(patterns), ...asWritten])]
  })
}

function patternOfRun(run: string, fields: SearchField[]): Clause[] {
  // A question mark ends a sentence more often than it replaces a letter.
  let end = run.length
  while (end > 0 && /[?'’]/.test(run[end - 1]!)) end--
  const term = run.slice(0, end).replace(/^[*?'’]+/u, '')
  if (!/[*?]/.test(term)) return literalClauses(term, fields)
  const pieces = term.split(/([*?])/)
  const words = pieces.map((piece) => (piece === '*' || piece === '?' ? [piece] : analyse(piece)))
  if (words.flat().some(isUnspaced)) return literalClauses(term, fields)
  const pattern = words.flat().join('').replace(/\*+/g, '*')
  return /^[*?]/.test(pattern) ? [] : [{ kind: 'pattern', pattern, fields }]
}

/** By ISBN, ISSN or another number, in any notation. */
export function identifierClause(texts: string[]): Clause {
  const keys = [...new Set(texts.flatMap(keysToFind))]
  const [own, others] = [keys.filter((key) => !isWithoutAgency(key)), keys.filter(isWithoutAgency)].map(
    (each): Clause => (each.length === 0 ? { kind: 'none' } : { kind: 'identifiers', keys: each }),
  ) as [Clause, Clause]
  return anyOf([own, ...(others.kind === 'none' ? [] : [{ kind: 'unscored', clause: others } as const])])
}

/** By a number in any notation, perhaps with `*` and `?`. `only`: among the numbers of that kind. */
export function identifierPattern(text: string, only?: StandardKind): Clause {
  const { keys, patterns, otherThan } = numberSearch(text, only)
  const byKey: Clause = { kind: 'identifiers', keys }
  const clauses: Clause[] = [
    ...(keys.length === 0 ? [] : [otherThan ? allOf([byKey, not({ kind: 'ids', ids: [otherThan] })]) : byKey]),
    ...patterns.map((pattern): Clause => ({ kind: 'pattern', pattern, fields: ['identifier'] })),
  ]
  return clauses.length === 0 ? { kind: 'none' } : anyOf(clauses)
}

/** Shorter numbers with other characters between their digits are words: `9/11`, `30,000`. */
const digitsOfNumber = 7

/** `ab12cd34ef` */
const isMixed = /^(?=\P{L}*\p{L})(?=\P{Nd}*\p{Nd})[\p{L}\p{N}\p{Pd}]{6,}$/u

/** Whether a text may be a number that finds a record: an ISBN, ISSN or bar code in any notation, a record number. */
export function looksLikeIdentifier(text: string): boolean {
  if (!/\p{Nd}/u.test(text)) return false
  const { key, kind } = identifierKey(text)
  if (key === '' || kind !== 'record') return key !== ''
  const { written } = typedNumber(text)
  const isLong = key.replace(/\D/g, '').length >= digitsOfNumber || isMixed.test(written)
  return isLong ? !/\p{L}.*\s|\s.*\p{L}/su.test(written) : /^\d(?:[\d\s\p{Pd}]*[\dX])?$/iu.test(written)
}
