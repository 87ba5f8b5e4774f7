import { z } from 'zod'
import { allOf, anyOf, not } from './clauses.ts'
import { atLeastOf } from './minimum-match.ts'
import type { Clause } from './query.ts'
import { readLeaf } from './read-leaf.ts'
import { type Reading, spend } from './reading.ts'
import { accept, quoted, refuse } from './refuse.ts'

const deepest = 12

const member = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional()
const Bool = z.strictObject({
  must: member,
  filter: member,
  should: member,
  must_not: member,
  minimum_should_match: z.union([z.number(), z.string()]).optional(),
})
export type Bool = z.infer<typeof Bool>

export const readBool = (value: unknown): Bool => accept(Bool, value, 'bool')
export const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** The only member of a query object: its type and its body. */
export function typeOf(query: unknown): [type: string, body: unknown] {
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw refuse(`A query must be an object, not ${quoted(query)}.`)
  const members = Object.entries(query)
  if (members.length !== 1) throw refuse('A query must have exactly one type.')
  return members[0]!
}

/** A query and everything in it as a tree. `scored` is false inside a filter. */
export function readClause(query: unknown, reading: Reading, depth = 1, scored = true): Clause {
  if (depth > deepest) throw refuse(`The search is nested too deeply: at most ${deepest} levels.`)
  spend(reading)
  const [type, body] = typeOf(query)
  if (type === 'bool') return readBoolClause(readBool(body), reading, depth, scored)
  return readLeaf(type, body, reading, scored)
}

/** `others`: filters of this bool that have been read already. */
export function readBoolClause(
  bool: Bool,
  reading: Reading,
  depth: number,
  scored: boolean,
  others: Clause[] = [],
): Clause {
  const read = (part: unknown, counts: boolean) =>
    listOf(part).map((query) => readClause(query, reading, depth + 1, scored && counts))
  const must = read(bool.must, true)
  const filter = [...others, ...read(bool.filter, false)]
  const should = read(bool.should, true)
  const without = read(bool.must_not, false)
  // Beside required clauses, alternatives only improve the rank unless a number is asked for.
  const usual = must.length + filter.length === 0 && should.length > 0 ? 1 : 0
  const atLeast = bool.minimum_should_match === undefined ? usual : atLeastOf(bool.minimum_should_match, should.length)
  const alternatives = should.length === 0 && atLeast <= 0 ? [] : [anyOf(should, atLeast)]
  return allOf([...must, ...filter.map(unscored), ...alternatives, ...without.map(not)])
}

const unscored = (clause: Clause): Clause => ({ kind: 'unscored', clause })
