import { isReadable } from '#kit/server/refuse-unreadable-text.ts'
import { scimProblem } from './scim-problem.ts'

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]
export type CompareValue = string | number | boolean | null

/** An attribute in lower case, without the URN of users, as in `name.familyname`. */
export type AttributePath = string

/** The syntax tree of a filter by RFC 7644, 3.4.2.2. `element`: one element of a list matches the whole part. */
export type Filter =
  | { is: 'and'; parts: Filter[] }
  | { is: 'or'; parts: Filter[] }
  | { is: 'not'; part: Filter }
  | { is: 'present'; path: AttributePath }
  | { is: 'compare'; path: AttributePath; operator: Operator; value: CompareValue }
  | { is: 'element'; path: AttributePath; part: Filter }

/** The target of a PATCH: an attribute, or those elements of a list that match, or a part of them. */
export type PatchPath = { path: AttributePath; element?: Filter; sub?: string }

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

const maxLength = 4096
const maxDepth = 30

type Token = { is: 'mark' | 'text' | 'number' | 'word' | 'sub'; text: string }
const tokens = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d[\w.+-]*)|([a-z][\w:.$-]*)|(\.[a-z$][\w$-]*))/iy
const kinds = ['mark', 'text', 'number', 'word', 'sub'] as const

/** Throws `invalidFilter` for anything that the grammar does not allow. */
export function parseFilter(text: string): Filter {
  const reader = read(text, 'invalidFilter')
  const filter = anyOf(reader, 0)
  if (reader.next()) throw reader.refused()
  return filter
}

/** Throws `invalidPath`. */
export function parsePatchPath(text: string): PatchPath {
  const reader = read(text, 'invalidPath')
  const path = pathOf(reader.take('word'))
  if (!reader.takeMark('[')) {
    if (reader.next()) throw reader.refused()
    return { path }
  }
  const element = anyOf(reader, 0)
  if (!reader.takeMark(']')) throw reader.refused()
  const sub = reader.next()?.is === 'sub' ? reader.take('sub').slice(1).toLowerCase() : undefined
  if (reader.next()) throw reader.refused()
  return sub === undefined ? { path, element } : { path, element, sub }
}

function anyOf(reader: Reader, depth: number): Filter {
  if (depth > maxDepth) throw reader.refused('is nested too deep')
  return joined(reader, 'or', () => joined(reader, 'and', () => term(reader, depth)))
}

function joined(reader: Reader, word: 'and' | 'or', part: () => Filter): Filter {
  const parts = [part()]
  while (reader.takeWord(word)) parts.push(part())
  return parts.length === 1 ? parts[0]! : { is: word, parts }
}

function term(reader: Reader, depth: number): Filter {
  if (reader.takeMark('(')) return closed(reader, ')', depth)
  if (reader.takeWord('not')) {
    if (!reader.takeMark('(')) throw reader.refused()
    return { is: 'not', part: closed(reader, ')', depth) }
  }
  const path = pathOf(reader.take('word'))
  if (!reader.takeMark('[')) return comparison(reader, path)
  const part = closed(reader, ']', depth)
  if (reader.next()?.is !== 'sub') return { is: 'element', path, part }
  // emails[type eq "work"].value eq "…": of the same element.
  const sub = comparison(reader, reader.take('sub').slice(1).toLowerCase())
  return { is: 'element', path, part: { is: 'and', parts: [part, sub] } }
}

function closed(reader: Reader, mark: ')' | ']', depth: number): Filter {
  const filter = anyOf(reader, depth + 1)
  if (!reader.takeMark(mark)) throw reader.refused()
  return filter
}

function comparison(reader: Reader, path: AttributePath): Filter {
  const word = reader.take('word').toLowerCase()
  if (word === 'pr') return { is: 'present', path }
  const operator = operators.find((each) => each === word)
  if (!operator) throw reader.refused()
  return { is: 'compare', path, operator, value: reader.takeValue() }
}

function pathOf(word: string): AttributePath {
  const path = word.toLowerCase()
  const prefix = `${userSchema.toLowerCase()}:`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

type Reader = ReturnType<typeof read>

function read(text: string, code: 'invalidFilter' | 'invalidPath') {
  const refused = (why = 'cannot be read') =>
    scimProblem(code, {
      messages: [`The ${code === 'invalidFilter' ? 'filter' : 'path'} ${why}: ${text.slice(0, 200)}`],
    })
  if (text.length > maxLength) throw refused(`has more than ${maxLength} characters`)
  const list: Token[] = []
  const whole = text.trimEnd()
  tokens.lastIndex = 0
  while (tokens.lastIndex < whole.length) {
    const found = tokens.exec(whole)
    if (!found) throw refused()
    const at = found.slice(1).findIndex((group) => group !== undefined)
    list.push({ is: kinds[at]!, text: found[at + 1]! })
  }
  let at = 0
  const next = () => list[at]
  const takeIf = (wanted: boolean) => {
    if (wanted) at++
    return wanted
  }
  return {
    refused,
    next,
    takeMark: (mark: string) => takeIf(next()?.is === 'mark' && next()!.text === mark),
    takeWord: (word: string) => takeIf(next()?.is === 'word' && next()!.text.toLowerCase() === word),
    take(is: Token['is']): string {
      const token = next()
      if (token?.is !== is) throw refused()
      at++
      return token.text
    },
    takeValue(): CompareValue {
      const token = next()
      at++
      try {
        const value: unknown = JSON.parse(token?.is === 'word' ? token.text.toLowerCase() : (token?.text ?? ''))
        if (typeof value === 'string' ? isReadable(value) : value === null || /number|boolean/.test(typeof value))
          return value as CompareValue
      } catch {}
      throw refused()
    },
  }
}
