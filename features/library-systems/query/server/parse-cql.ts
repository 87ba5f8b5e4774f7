/** A query in CQL 1.1, 1.2 or 2.0 (contextual query language) as a tree. Booleans are applied from left to right. */
export type CqlQuery =
  | {
      kind: 'boolean'
      operator: 'and' | 'or' | 'not' | 'prox'
      modifiers: CqlModifier[]
      left: CqlQuery
      right: CqlQuery
    }
  | { kind: 'term'; index: string; relation: string; modifiers: CqlModifier[]; term: string; prefixes: CqlPrefixes }

export type CqlModifier = { name: string; comparison: string; value: string }
/** Context sets by the prefix that the query gives them; the default set has the prefix ''. */
export type CqlPrefixes = ReadonlyMap<string, string>
export type CqlSort = { index: string; modifiers: CqlModifier[] }

/** A query that is not CQL. `position`: of the character, from 1. */
export class CqlError extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

const maxLength = 8_000
const maxDepth = 32
const maxTerms = 128

type Token = { kind: 'word' | 'string' | 'sign' | 'end'; text: string; at: number }

/** Throws CqlError. Time and memory are linear in the length of the text, which is at most 8,000 characters. */
export function parseCql(text: string): { query: CqlQuery; sort: CqlSort[] } {
  if (text.length > maxLength) throw new CqlError(`longer than ${maxLength} characters`, maxLength + 1)
  return new Parser(tokensOf(text)).whole()
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s+|"((?:[^"\\]|\\[\s\S])*)"|(<=|>=|<>|==|[()<>=/])|([^\s()<>="/]+)|"/gu
  for (const found of text.matchAll(pattern)) {
    const [all, string, sign, word] = found
    const at = found.index + 1
    if (string !== undefined) tokens.push({ kind: 'string', text: string, at })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at })
    else if (all === '"') throw new CqlError('a quotation mark is not closed', at)
  }
  tokens.push({ kind: 'end', text: '', at: text.length + 1 })
  return tokens
}

const booleans = new Set(['and', 'or', 'not', 'prox'])
const comparisons = new Set(['=', '==', '<>', '<', '>', '<=', '>='])

/** Index of a term that names none, and its relation. */
const serverChoice = { index: 'cql.serverchoice', relation: '=' }

class Parser {
  private at = 0
  private terms = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  whole() {
    const query = this.query(new Map(), 0)
    const sort = this.isWord('sortby') ? this.sortKeys() : []
    if (this.token.kind !== 'end') throw this.unexpected()
    return { query, sort }
  }

  private get token(): Token {
    return this.tokens[this.at]!
  }

  private take(): Token {
    return this.tokens[this.at++]!
  }

  private isWord(word: string): boolean {
    return this.token.kind === 'word' && this.token.text.toLowerCase() === word
  }

  private isSign(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.text === sign
  }

  private unexpected(): CqlError {
    const { kind, text, at } = this.token
    return new CqlError(kind === 'end' ? 'the query is cut off' : `unexpected “${text.slice(0, 40)}”`, at)
  }

  private query(outer: CqlPrefixes, depth: number): CqlQuery {
    if (depth > maxDepth) throw new CqlError(`more than ${maxDepth} parentheses in one another`, this.token.at)
    const prefixes = this.isSign('>') ? this.prefixes(outer) : outer
    let left = this.clause(prefixes, depth)
    for (;;) {
      const operator = this.token.text.toLowerCase()
      if (this.token.kind !== 'word' || !booleans.has(operator)) return left
      this.take()
      const modifiers = this.modifiers()
      const right = this.clause(prefixes, depth)
      left = { kind: 'boolean', operator: operator as 'and', modifiers, left, right }
    }
  }

  /** `> dc = "info:srw/cql-context-set/1/dc-v1.1"` or, for the default set, `> "…"`. */
  private prefixes(outer: CqlPrefixes): CqlPrefixes {
    const prefixes = new Map(outer)
    while (this.isSign('>')) {
      this.take()
      const first = this.term()
      if (this.isSign('=')) {
        this.take()
        prefixes.set(first.toLowerCase(), this.term())
      } else prefixes.set('', first)
    }
    return prefixes
  }

  private clause(outer: CqlPrefixes, depth: number): CqlQuery {
    // The grammar has prefixes only before a whole query; other parsers take them here too, for this clause.
    const prefixes = this.isSign('>') ? this.prefixes(outer) : outer
    if (this.isSign('(')) {
      this.take()
      const inner = this.query(prefixes, depth + 1)
      if (!this.isSign(')')) throw this.unexpected()
      this.take()
      return inner
    }
    if (++this.terms > maxTerms) throw new CqlError(`more than ${maxTerms} terms`, this.token.at)
    const isIndex = this.token.kind === 'word'
    const first = this.term()
    if (!isIndex || !this.startsRelation())
      return { kind: 'term', ...serverChoice, modifiers: [], term: first, prefixes }
    const relation = this.take().text.toLowerCase()
    const modifiers = this.modifiers()
    return { kind: 'term', index: first.toLowerCase(), relation, modifiers, term: this.term(), prefixes }
  }

  /** A comparison, or a word such as `any` that another term follows. */
  private startsRelation(): boolean {
    const { kind, text } = this.token
    if (this.isComparison()) return true
    return kind === 'word' && !booleans.has(text.toLowerCase()) && text.toLowerCase() !== 'sortby'
  }

  private isComparison(): boolean {
    return this.token.kind === 'sign' && comparisons.has(this.token.text)
  }

  private modifiers(): CqlModifier[] {
    const modifiers: CqlModifier[] = []
    while (this.isSign('/')) {
      this.take()
      if (this.token.kind !== 'word') throw this.unexpected()
      const name = this.take().text.toLowerCase()
      if (this.isComparison()) modifiers.push({ name, comparison: this.take().text, value: this.term() })
      else modifiers.push({ name, comparison: '', value: '' })
    }
    return modifiers
  }

  private term(): string {
    const { kind, text } = this.token
    if (kind !== 'word' && kind !== 'string') throw this.unexpected()
    if (kind === 'word' && booleans.has(text.toLowerCase()) && !this.isLast()) throw this.unexpected()
    this.take()
    return text
  }

  /** A boolean word that ends the query or its parentheses can only be a term. */
  private isLast(): boolean {
    const next = this.tokens[this.at + 1]!
    return next.kind === 'end' || (next.kind === 'sign' && next.text === ')')
  }

  private sortKeys(): CqlSort[] {
    this.take()
    const keys: CqlSort[] = []
    while (this.token.kind === 'word' || this.token.kind === 'string') {
      const index = this.take().text.toLowerCase()
      keys.push({ index, modifiers: this.modifiers() })
    }
    if (keys.length === 0) throw this.unexpected()
    return keys
  }
}
