import { identifierKey, isWithoutAgency, keysToFind, longestNumber, ofAnyAgency } from './identifier.ts'
import { charactersOf, typedNumber } from './typed-number.ts'

/** Keys and patterns of keys that find a number. `otherThan`: but not the record that has it as its record number. */
export type NumberSearch = { keys: string[]; patterns: string[]; otherThan?: string }
export type StandardKind = 'isbn' | 'issn'

/**
 * How a number is found among the keys of identifiers, perhaps with `*` for any characters and `?` for one. With masks it
 * is found as its key has it and as it is printed: the key of an ISBN-10 or of a journal's bar code begins otherwise. A
 * number with a mask only at its end finds at least the same as without it. `only`: among the numbers of that kind.
 */
export function numberSearch(text: string, only?: StandardKind): NumberSearch {
  if (!/[*?]/.test(text)) return only ? keyOfKind(text, only) : { keys: keysToFind(text), patterns: [] }
  if (text.length > longestNumber) return { keys: [], patterns: [] }
  const start = text.replace(/\*+\s*$/, '')
  const end = start === text ? '' : '*'
  const masked = (charactersOf(typedNumber(start).written) + end).replace(/[^\p{L}\p{N}*?]/gu, '').replace(/\*+/g, '*')
  if (!/[^*?]/.test(masked)) return { keys: [], patterns: [] }
  const patterns = [...new Set(only ? printed[only](masked) : anyPatterns(masked))]
  const { keys, ...more }: NumberSearch = /[*?]/.test(start) ? { keys: [], patterns } : numberSearch(start, only)
  const isFound = (key: string) => patterns.includes(`${key}*`) || (isWithoutAgency(key) && isEan.test(masked))
  return { ...more, keys: keys.filter((key) => !isFound(key)), patterns }
}

/** A number with a wrong check digit may be printed that way; its key may be a record number too. */
function keyOfKind(text: string, only: StandardKind): NumberSearch {
  const named = identifierKey(`${only} ${text}`)
  const plain = identifierKey(text)
  const isOther = plain.kind !== 'record' && !plain.problem && !plain.kind.startsWith(only)
  if (named.kind.startsWith(only) && !named.problem) return { keys: [named.key], patterns: [] }
  if (isOther || !misprinted[only].test(named.key)) return { keys: [], patterns: [] }
  return { keys: [named.key], patterns: [], otherThan: named.key }
}

const misprinted = { isbn: /^(?:\d{9}[\dx]|\d{13})$/, issn: /^\d{7}[\dx]$/ }

/** More often the beginning of an ISBN or of a journal’s bar code than of another agency’s number. */
const isEan = /^97[789]/
const digitsOrMasks = /^[\d*?]+X?[*?]*$/
/** Shorter beginnings are more often those of record numbers. */
const shortestBarCode = 6

/** For a beginning, all keys with this length; masks elsewhere leave it open. */
const upTo = (length: number, masked: string): string[] => {
  if (!masked.includes('*')) return masked.length === length ? [masked] : []
  const start = masked.slice(0, -1)
  if (!masked.endsWith('*') || start.includes('*')) return [masked]
  return start.length <= length ? [start.padEnd(length, '?')] : []
}

/** The pattern if it may begin so. */
function beginningWith(start: string, masked: string): string[] {
  for (const [i, digit] of [...start].entries()) {
    if (masked[i] === '*') return [start + masked.slice(i)]
    if (masked[i] !== '?' && masked[i] !== digit) return []
  }
  return [start + masked.slice(start.length)]
}

/** 979-0 is music. */
const isbnStarts = ['978', ...Array.from('123456789', (digit) => `979${digit}`)]
const isbn13s = (masked: string) =>
  /X/.test(masked) ? [] : isbnStarts.flatMap((start) => beginningWith(start, masked)).flatMap((each) => upTo(13, each))

/** The key of an ISBN-10 has another check digit, which depends on all others. */
function isbn10s(masked: string): string[] {
  if (!digitsOrMasks.test(masked) || /^97[89]/.test(masked)) return []
  return upTo(10, masked)
    .filter((each) => !/X./.test(each))
    .map((each) => `978${each.replace(/[^*]$/, '?')}`)
}

const issns = (masked: string) => (digitsOrMasks.test(masked) ? upTo(8, masked) : []).filter((each) => !/X./.test(each))

/** The bar code of a journal has its ISSN without the check character. */
const issnsOfBarCodes = (masked: string) =>
  /^977[\d?]*\*?$/.test(masked) ? upTo(13, masked).map((each) => each.slice(3, 10).concat('?')) : []

const printed = {
  isbn: (masked: string) => [...isbn13s(masked), ...isbn10s(masked)],
  issn: (masked: string) => [...issns(masked), ...issnsOfBarCodes(masked)],
} satisfies Record<StandardKind, (masked: string) => string[]>

/** Record numbers are in small letters, the last character of an ISSN is a capital. */
function anyPatterns(masked: string): string[] {
  const isLong = masked.replaceAll('*', '').length >= shortestBarCode
  return [
    masked.toLowerCase(),
    ...(isLong && !isEan.test(masked) ? [ofAnyAgency + masked.toLowerCase()] : []),
    ...issns(masked).filter((each) => each.includes('X')),
    ...isbn10s(masked),
    ...(isLong ? issnsOfBarCodes(masked) : []),
    ...(isLong && /^(?!97[789])[\d?]+\*?$/.test(masked) ? upTo(12, masked).map((each) => `0${each}`) : []),
    ...(/^M\d/.test(masked) ? upTo(10, masked).map((each) => `9790${each.slice(1)}`) : []),
  ]
}
