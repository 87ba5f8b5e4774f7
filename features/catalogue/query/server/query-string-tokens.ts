import { mapOf } from '#kit/map-of.ts'
import { type FieldTarget, typedTargetOf } from './query-fields.ts'

export type Token =
  | { kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'plus' | 'minus' }
  /** `title:`; `apart` when a space follows it, as in a title that has a colon. */
  | { kind: 'field'; target: FieldTarget; name: string; apart: boolean }
  | { kind: 'phrase'; text: string }
  /** A word without its escapes. `wild`: it has wildcards; `pattern` keeps them and drops escaped ones. */
  | { kind: 'word'; text: string; pattern: string; wild: boolean }

const spaces = /\s/
const operators = mapOf<Token['kind'] & ('and' | 'or' | 'not')>({ AND: 'and', OR: 'or', NOT: 'not' })

/**
 * Whether operators in this search may be words of a title: nothing sets them apart where all is in capitals, as on a
 * catalogue card.
 */
export function hidesOperators(text: string): boolean {
  const others = text.replace(/(?<![^\s()])(?:AND|OR|NOT)(?![^\s()])/g, '')
  return others !== text && /\p{Lu}/u.test(others) && !/\p{Ll}/u.test(text)
}

/** Splits a query_string in one pass; a quote that is never closed is punctuation. `plain`: operators are words. */
export function tokens(text: string, { plain = false } = {}): Token[] {
  const found: Token[] = []
  const lastQuote = text.lastIndexOf('"')
  let at = 0
  while (at < text.length) {
    const character = text[at]!
    if (spaces.test(character)) at++
    else if (character === '(' || character === ')') {
      found.push({ kind: character === '(' ? 'open' : 'close' })
      at = character === ')' ? skipBoost(text, at + 1) : at + 1
    } else if ((character === '+' || character === '-') && startsSomething(text, at + 1)) {
      found.push({ kind: character === '+' ? 'plus' : 'minus' })
      at++
    } else if (character === '"') {
      const end = at < lastQuote ? endOfPhrase(text, at + 1) : -1
      if (end > 0) found.push({ kind: 'phrase', text: unescaped(text.slice(at + 1, end)) })
      at = end > 0 ? skipBoost(text, end + 1) : at + 1
    } else at = readWord(text, at, found, plain)
  }
  return found
}

/** A sign counts only directly before something: in `Star Wars - a new hope` it is a dash. */
const startsSomething = (text: string, at: number) => at < text.length && !/[\s+)-]/.test(text[at]!)

function endOfPhrase(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** `~2` and `^3` after a word, phrase or group have no effect. */
const boost = /[~^](?:\d+(?:\.\d+)?)?(?=[\s)]|$)/y
function skipBoost(text: string, at: number): number {
  boost.lastIndex = at
  return boost.test(text) ? boost.lastIndex : at
}

function readWord(text: string, start: number, found: Token[], plain: boolean): number {
  let at = start
  let colons = 0
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\') at++
    else if (character === ':' && colons++ === 0) {
      const name = text.slice(start, at)
      const target = typedTargetOf(name)
      if (target) {
        const apart = at + 1 >= text.length || spaces.test(text[at + 1]!)
        found.push({ kind: 'field', target, name, apart })
        return at + 1
      }
    } else if (spaces.test(character) || character === '(' || character === ')' || character === '"') break
  }
  const end = Math.min(at, text.length)
  const raw = text.slice(start, end)
  const operator = plain ? undefined : operators.get(raw)
  if (operator) found.push({ kind: operator })
  else found.push(wordOf(raw))
  return end
}

function wordOf(raw: string): Token {
  const term = raw.replace(/[~^](?:\d+(?:\.\d+)?)?$/, '')
  // An escaped wildcard is punctuation, as in a title.
  const pattern = term.replace(/\\([\s\S]?)/g, (_, escaped: string) => (/[*?]/.test(escaped) ? '\u0001' : escaped))
  return { kind: 'word', text: unescaped(term), pattern, wild: /[*?]/.test(pattern) }
}

const unescaped = (text: string) => text.replace(/\\([\s\S]?)/g, '$1')
