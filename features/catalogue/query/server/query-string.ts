import { longestNumber } from '#marc/identifier.ts'
import { catalogueProblem } from '../../contract.ts'
import { analyse } from './analysis.ts'
import { allOf, anyOf, not } from './clauses.ts'
import type { Clause } from './query.ts'
import { everyWordField, type FieldTarget } from './query-fields.ts'
import { hidesOperators, type Token, tokens } from './query-string-tokens.ts'
import {
  identifierClause,
  identifierPattern,
  literalClauses,
  looksLikeIdentifier,
  patternClause,
  phraseClause,
} from './word-clauses.ts'

/** A word or phrase searched in a field; undefined if it contains nothing to search (a lone dash). */
function targetClause(
  token: Extract<Token, { kind: 'word' | 'phrase' }>,
  target: FieldTarget,
  identifiers: boolean,
): Clause | undefined {
  switch (target.kind) {
    case 'text':
      return textClause(token, target.fields, identifiers)
    case 'identifier':
      return token.kind === 'word' && token.wild ? identifierPattern(token.pattern) : identifierClause([token.text])
    case 'id':
      return { kind: 'ids', ids: [token.text] }
    case 'facet':
      return target.facet === 'dewey'
        ? deweyClause(token.text)
        : { kind: 'values', field: target.facet, values: [token.text] }
    case 'range':
      return rangeClause(token.text, target.range)
  }
}

function textClause(
  token: Extract<Token, { kind: 'word' | 'phrase' }>,
  fields: Extract<FieldTarget, { kind: 'text' }>['fields'],
  identifiers: boolean,
): Clause | undefined {
  const numbers = identifiers ? numberIn(token.text) : []
  if (token.kind === 'phrase') {
    const phrase = phraseClause(token.text, fields)
    return phrase.kind === 'none' ? undefined : anyOf([phrase, ...numbers])
  }
  const words = token.wild ? patternClause(token.pattern, fields) : literalClauses(token.text, fields)
  const classes = identifiers && classNumber.test(token.text) ? [deweyClause(token.text)] : []
  return words.length === 0 ? undefined : anyOf([allOf(words), ...numbers, ...classes])
}

/** `599.773`, with the marks that some libraries set in it. Three digits alone are as often a number of a title. */
const classNumber = /^\d{3}\.\d[\d/'’]*\*?$/

/** All numbers of the classification that begin so. */
const deweyClause = (text: string): Clause => ({
  kind: 'beginning',
  field: 'dewey',
  text: text.replace(/[/'’*\s]/g, ''),
})

/** An open end finds at least the number itself; more would be the record numbers that begin like a year. */
function numberIn(text: string): Clause[] {
  if (text.length > longestNumber) return []
  const number = text.replace(/\*+\s*$/, '')
  if (!looksLikeIdentifier(number)) return []
  const clause = identifierClause([number])
  return clause.kind === 'or' ? clause.clauses : [clause]
}

/** A single year or day; matches nothing for any other text. */
function rangeClause(text: string, field: Extract<FieldTarget, { kind: 'range' }>['range']): Clause {
  if (field === 'publicationYear')
    return /^\d{4}$/.test(text) ? { kind: 'range', field, from: +text, to: +text } : { kind: 'none' }
  return /^\d{4}-\d\d-\d\d$/.test(text) ? { kind: 'range', field, from: text, to: text } : { kind: 'none' }
}

export type QueryStringOptions = {
  /** The target of a word without `field:`. */
  target?: FieldTarget
  /** Whether a bare number is also looked for among the identifiers. */
  identifiers?: boolean
  operator?: 'and' | 'or'
}

/** `title`: the words of the text if it is only words, to be compared with whole titles. */
export type ReadQueryString = { clause: Clause; title?: string }

type Sign = '' | '+' | '-'
type Item = { clause: Clause; sign: Sign }
/** An open parenthesis: alternatives, each a row of items that must all match. */
type Frame = { alternatives: Item[][]; target: FieldTarget; sign: Sign; afterAnd: boolean }

/** Deeper parentheses are punctuation. */
const deepest = 12

/**
 * Reads the text of a search box. Accepts any text: characters without a meaning are punctuation. The only refusal is
 * `leading_wildcard`. Time and depth are bounded by the text's length and by 12 parentheses.
 */
export function readQueryString(text: string, options: QueryStringOptions = {}): ReadQueryString {
  const found = tokens(text)
  const isOnlyOperators = found.every(({ kind }) => kind === 'and' || kind === 'or' || kind === 'not')
  const read = readTokens(text, found, options)
  if (!isOnlyOperators && !hidesOperators(text)) return read
  const plain = readTokens(text, tokens(text, { plain: true }), options)
  if (isOnlyOperators) return plain
  // `NOT TODAY HETTY` may be a title, and `NASA OR ESA` a choice: both readings are searched.
  return { ...plain, clause: anyOf([plain.clause, read.clause]) }
}

function readTokens(text: string, read: Token[], options: QueryStringOptions): ReadQueryString {
  const target = options.target ?? { kind: 'text', fields: everyWordField }
  const reader = new Reader(target, options.operator ?? 'and', options.identifiers ?? options.target === undefined)
  for (const token of read) reader.take(token)
  const clause = reader.finish()
  if (!clause) return { clause: { kind: read.some(isLoneStar) ? 'all' : 'none' } }

  const isWholeText = read.length > 1 && !read.some((token) => token.kind === 'field' && !token.apart)
  const numbers = reader.identifiers && isWholeText ? numberIn(text) : []
  const title = analyse(text).join(' ')
  return { clause: anyOf([clause, ...numbers]), ...(read.every(isPlain) && title !== '' ? { title } : {}) }
}

/** Whether the token may belong to a title: `Who Was That?`, `Series: a history (revised)`. */
function isPlain(token: Token): boolean {
  if (token.kind === 'word') return !/[*?]./.test(token.pattern) && !/.\*$/.test(token.pattern)
  return token.kind === 'field' ? token.apart : ['and', 'open', 'close', 'phrase'].includes(token.kind)
}
const isLoneStar = (token: Token) => token.kind === 'word' && token.wild && /^[*:]+$/.test(token.pattern)

/** Keeps the open parentheses in a list, so nesting never uses the call stack. */
class Reader {
  readonly identifiers: boolean
  private readonly frames: Frame[]
  private readonly juxtaposed: 'and' | 'or'
  private skipped = 0
  private sign: Sign = ''
  private field: Extract<Token, { kind: 'field' }> | undefined

  constructor(target: FieldTarget, operator: 'and' | 'or', identifiers: boolean) {
    this.juxtaposed = operator
    this.identifiers = identifiers
    this.frames = [{ alternatives: [[]], target, sign: '', afterAnd: false }]
  }

  private get frame(): Frame {
    return this.frames.at(-1)!
  }

  take(token: Token): void {
    switch (token.kind) {
      case 'and':
        this.frame.afterAnd = true
        return
      case 'or':
        this.frame.afterAnd = false
        if (this.frame.alternatives.at(-1)!.length > 0) this.frame.alternatives.push([])
        return
      case 'not':
      case 'minus':
        this.sign = this.sign === '-' ? '' : '-'
        return
      case 'plus':
        if (this.sign === '') this.sign = '+'
        return
      case 'open':
        this.open()
        return
      case 'close':
        this.close()
        return
      case 'field':
        this.endField()
        this.field = token
        return
      case 'phrase':
      case 'word':
        this.add(this.clauseOf(token))
    }
  }

  finish(): Clause | undefined {
    this.endField()
    while (this.frames.length > 1) this.closeFrame()
    return clauseOfFrame(this.frame, this.juxtaposed)
  }

  private open() {
    if (this.frames.length > deepest) {
      this.skipped++
      return
    }
    const target = this.field?.target ?? this.frame.target
    this.field = undefined
    this.frames.push({ alternatives: [[]], target, sign: this.sign, afterAnd: false })
    this.sign = ''
  }

  private close() {
    this.endField()
    if (this.skipped > 0) this.skipped--
    else if (this.frames.length > 1) this.closeFrame()
  }

  private closeFrame() {
    const frame = this.frames.pop()!
    this.sign = frame.sign
    this.add(clauseOfFrame(frame, this.juxtaposed))
  }

  /** `title:` is a plain word if nothing after it can be searched in titles. */
  private endField() {
    const { field } = this
    if (!field) return
    this.field = undefined
    this.add(this.wordClause(field.name))
  }

  private add(clause: Clause | undefined) {
    const { frame, sign } = this
    this.sign = ''
    if (!clause) return
    const row = frame.alternatives.at(-1)!
    if (this.juxtaposed === 'or' && row.length > 0 && !frame.afterAnd) frame.alternatives.push([{ clause, sign }])
    else row.push({ clause, sign })
    frame.afterAnd = false
  }

  private clauseOf(token: Extract<Token, { kind: 'word' | 'phrase' }>): Clause | undefined {
    if (token.kind === 'word' && token.wild && /^[*?]/.test(token.pattern)) {
      if (/[\p{L}\p{N}]/u.test(token.text)) throw catalogueProblem('leading_wildcard')
      return undefined
    }
    const { field } = this
    this.field = undefined
    if (!field) return targetClause(token, this.frame.target, this.identifiers)
    const inField = targetClause(token, field.target, false)
    if (!field.apart) return inField
    // `Series: a history`: a colon in a title looks like a field, so both readings are searched.
    const word = this.wordClause(field.name)
    const asText = targetClause(token, this.frame.target, this.identifiers)
    return anyOf(
      [inField, allOf([word, asText].filter((clause) => clause !== undefined))].filter((c) => c !== undefined),
    )
  }

  private wordClause = (text: string) =>
    targetClause({ kind: 'word', text, pattern: text, wild: false }, this.frame.target, false)
}

function clauseOfFrame({ alternatives }: Frame, juxtaposed: 'and' | 'or'): Clause | undefined {
  const rows = alternatives.filter((row) => row.length > 0)
  if (rows.length === 0) return undefined
  if (juxtaposed === 'and') return anyOf(rows.map(clauseOfRow))
  const signed = (sign: Sign) =>
    rows.filter((row) => row.length === 1 && row[0]!.sign === sign).map((row) => row[0]!.clause)
  const optional = rows.filter((row) => row.length > 1 || row[0]!.sign === '').map(clauseOfRow)
  const required = signed('+')
  const ranking = optional.length === 0 ? [] : [anyOf(optional, required.length > 0 ? 0 : 1)]
  return allOf([...required, ...ranking, ...signed('-').map(not)])
}

const clauseOfRow = (row: Item[]): Clause => allOf(row.map(({ clause, sign }) => (sign === '-' ? not(clause) : clause)))
