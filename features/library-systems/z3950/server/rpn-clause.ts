import type { Clause } from '#features/catalogue/query/server/query.ts'
import { maxTermLength } from '#features/catalogue/rules.ts'
import { allOf, anyOf, not } from '#features/catalogue/server/catalogue.ts'
import { type AccessPoint, accessPointOfUse } from '../../query/server/access-points.ts'
import { type Lookup, maxWords } from '../../query/server/in-place.ts'
import type { Place } from '../../query/server/places.ts'
import { type Comparison, clauseOfTerm, type SearchTerm, type TermRefused } from '../../query/server/search-term.ts'
import { type Ber, BerError, integerOf, oidOf, partOf, textOf, universal } from './ber.ts'
import { type Characters, termText } from './characters.ts'
import { Diagnostic } from './diagnostics.ts'

export const bib1Attributes = '1.2.840.10003.3.1'
const maxOperators = 64

type Given = { resultSet: (name: string) => Clause; lookup: Lookup; charset: Characters['charset'] | undefined }

/**
 * The catalogue's query of a type-1 or type-101 query. `resultSet`: the clause of a named result set. Throws a
 * Diagnostic that names what is not supported.
 */
export async function clauseOfRpn(query: Ber, given: Given): Promise<Clause> {
  const [set, structure] = query.parts ?? []
  if (!set || !structure || set.tag !== 6) throw new Diagnostic('malformedQuery')
  if (oidOf(set) !== bib1Attributes) throw new Diagnostic('unsupportedAttributeSet', oidOf(set))
  let operators = 0
  const clauseOf = async (node: Ber): Promise<Clause> => {
    const parts = node.parts ?? []
    if (node.tag === 0) return clauseOfOperand(parts[0], given)
    const [left, right, operator] = parts
    if (node.tag !== 1 || !left || !right || operator?.tag !== 46) throw new Diagnostic('malformedQuery')
    if (++operators > maxOperators) throw new Diagnostic('tooManyBooleans', String(maxOperators))
    const kind = operator.parts?.[0]?.tag
    if (kind === undefined || kind > 2) throw new Diagnostic('unsupportedOperator', kind === 3 ? 'prox' : String(kind))
    const [one, other] = [await clauseOf(left), await clauseOf(right)]
    if (kind === 0) return allOf([one, other])
    return kind === 1 ? anyOf([one, other]) : allOf([one, not(other)])
  }
  return clauseOf(structure)
}

/** The access point and the term that a scan starts from. */
export function startOfScan(
  start: Ber,
  attributeSet: string | undefined,
  charset: Given['charset'],
): { at: AccessPoint; use: number; text: string } {
  if (attributeSet !== undefined && attributeSet !== bib1Attributes)
    throw new Diagnostic('unsupportedAttributeSet', attributeSet)
  const use = readAttributes(start).get(1) ?? anyField
  return { at: accessPointOf(use), use, text: termIn(start, charset) }
}

const anyField = 1016

function accessPointOf(use: number): AccessPoint {
  const at = accessPointOfUse(use)
  if (!at) throw new Diagnostic('unsupportedUse', String(use))
  return at
}

const termIn = (operand: Ber, charset: Given['charset']) =>
  termOf(
    operand.parts?.find((part) => part.tag !== 44),
    charset,
  )

async function clauseOfOperand(operand: Ber | undefined, { resultSet, lookup, charset }: Given): Promise<Clause> {
  if (operand?.tag === 31) return resultSet(textOf(operand))
  if (operand?.tag !== 102) throw new Diagnostic('malformedQuery')
  const attributes = readAttributes(operand)
  const text = termIn(operand, charset)
  const use = attributes.get(1) ?? anyField
  const at = accessPointOf(use)
  if (text.trim() === '') throw new Diagnostic('unreadableTerm', 'empty term')
  const place = placeOf(attributes)
  const term: SearchTerm = {
    at,
    comparison: comparisonOf(attributes.get(2)),
    match: matchOf(attributes.get(4) ?? (place ? phrase : wordList)),
    place,
    ...truncated(text, attributes.get(5)),
  }
  const read = await clauseOfTerm(term, lookup)
  if ('clause' in read) return read.clause
  const others = [2, 3, 4, 5, 6].flatMap((type) => (attributes.has(type) ? [`${type}=${attributes.get(type)}`] : []))
  const details: Partial<Record<TermRefused, string>> = {
    combination: [`1=${use}`, ...others].join(' '),
    longTerm: `at most ${maxTermLength} characters`,
    manyWords: `at most ${maxWords} words`,
  }
  throw new Diagnostic(conditions[read.refused], details[read.refused] ?? text)
}

const conditions = {
  term: 'unreadableTerm',
  combination: 'unsupportedCombination',
  longTerm: 'unreadableTerm',
  manyWords: 'tooManyBooleans',
  shortMask: 'truncatedTooShort',
  manyMasks: 'tooManyTruncated',
  manyRecords: 'tooManyRecords',
} as const satisfies Record<TermRefused, string>

/** Attribute values by type. */
function readAttributes(operand: Ber): Map<number, number> {
  const attributes = new Map<number, number>()
  for (const element of partOf(operand, 44)?.parts ?? []) {
    const [set, type, value] = [partOf(element, 1), partOf(element, 120), partOf(element, 121)]
    if (set && oidOf(set) !== bib1Attributes) throw new Diagnostic('unsupportedAttributeSet', oidOf(set))
    if (!type) throw new BerError('An attribute has no type.')
    if (!value) throw new Diagnostic('complexAttribute')
    if (integerOf(type) < 1 || integerOf(type) > 6)
      throw new Diagnostic('unsupportedAttributeType', `${integerOf(type)}`)
    const known = attributes.get(integerOf(type))
    if (known !== undefined)
      throw new Diagnostic(
        'unsupportedCombination',
        `${integerOf(type)}=${known} ${integerOf(type)}=${integerOf(value)}`,
      )
    attributes.set(integerOf(type), integerOf(value))
  }
  return attributes
}

function termOf(term: Ber | undefined, charset: Given['charset']): string {
  if (term?.tagClass === universal) throw new Diagnostic('malformedQuery')
  if (term?.tag === 45 || term?.tag === 216) return termText(term, charset)
  if (term?.tag === 215) return String(integerOf(term))
  throw new Diagnostic('unsupportedTermType', term ? String(term.tag) : '')
}

const comparisons: Record<number, Comparison> = { 1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>', 102: '=' }

function comparisonOf(relation = 3): Comparison {
  const comparison = comparisons[relation]
  if (!comparison) throw new Diagnostic('unsupportedRelation', String(relation))
  return comparison
}

const [phrase, wordList] = [1, 6]
const structures: Record<number, SearchTerm['match']> = {
  1: 'phrase',
  2: 'all',
  3: 'phrase',
  4: 'all',
  5: 'all',
  6: 'all',
  101: 'all',
  102: 'all',
  105: 'all',
  106: 'any',
  107: 'all',
  108: 'phrase',
  109: 'all',
}

function matchOf(structure: number): SearchTerm['match'] {
  const match = structures[structure]
  if (!match) throw new Diagnostic('unsupportedStructure', String(structure))
  return match
}

/** Position: first in field, first in subfield, anywhere. Completeness: incomplete, complete subfield, complete field. */
function placeOf(attributes: Map<number, number>): Place | undefined {
  const [position = 3, completeness = 1] = [attributes.get(3), attributes.get(6)]
  if (position < 1 || position > 3) throw new Diagnostic('unsupportedPosition', String(position))
  if (completeness < 1 || completeness > 3) throw new Diagnostic('unsupportedCompleteness', String(completeness))
  if (position === 1 && completeness === 2) throw new Diagnostic('unsupportedCombination', '3=1 6=2')
  if (completeness > 1) return { within: completeness === 2 ? 'subfield' : 'field', starts: true, ends: true }
  return position === 3 ? undefined : { within: position === 2 ? 'subfield' : 'field', starts: true, ends: false }
}

/** Supported values by attribute type, and the default. */
export const supportedAttributes = {
  2: { values: Object.keys(comparisons).map(Number), ifAbsent: 3 },
  3: { values: [1, 2, 3], ifAbsent: 3 },
  4: { values: Object.keys(structures).map(Number), ifAbsent: wordList },
  5: { values: [1, 2, 3, 100, 101, 102, 103, 104], ifAbsent: 100 },
  6: { values: [1, 2, 3], ifAbsent: 1 },
}

function truncated(text: string, truncation = 100): Pick<SearchTerm, 'text' | 'truncation'> {
  const masks = (written: string) => ({ text: written, truncation: 'masks' as const })
  switch (truncation) {
    case 100:
      return { text, truncation: 'none' }
    case 1:
      return { text, truncation: 'right' }
    case 2:
      return { text, truncation: 'left' }
    case 3:
      return { text, truncation: 'both' }
    case 101:
      return masks(text.replace(/[*?]/g, ' ').replaceAll('#', '*'))
    // Regular expressions: only characters, `.` and `.*`.
    case 102:
    case 103:
      if (/[\\^$|()[\]{}+?]|(?<!\.)\*/.test(text))
        throw new Diagnostic('unsupportedTruncation', `${truncation}: ${text}`)
      return masks(text.replaceAll('.*', '*').replaceAll('.', '?'))
    // Z39.58: `#` is one character, `?` any number.
    case 104:
      return masks(text.replaceAll('*', ' ').replace(/\?\d?/g, '*').replaceAll('#', '?'))
    default:
      throw new Diagnostic('unsupportedTruncation', String(truncation))
  }
}
