import { eanCheck, isbn13Of, isEan, isIsbn10, isIsbn13, isIssn, issnCheck } from './isbn.ts'
import { charactersOf, typedNumber } from './typed-number.ts'

export type IdentifierKind = 'isbn13' | 'isbn10' | 'issn' | 'ismn' | 'ean' | 'record'
export type IdentifierProblem = 'bad_check_digit' | 'not_an_identifier' | 'spreadsheet_damage'

export type Identifier = {
  /** The key for indexing and look-up: an ISBN-10 has the key of its ISBN-13. '' if nothing can be looked up. */
  key: string
  kind: IdentifierKind
  problem?: IdentifierProblem
  /** The number that was probably meant. */
  suggestion?: string
}

/** No number is longer, with all that is written beside it. */
export const longestNumber = 256

/**
 * Normalises a number that a librarian scans, types or pastes. A number with `bad_check_digit` keeps its digits as key,
 * since a record number may look like a wrong ISBN.
 */
export function identifierKey(text: string): Identifier {
  if (text.length === 13 && isIsbn13(text)) return { key: text, kind: 'isbn13' }
  if (text.length > longestNumber) return { key: '', kind: 'record', problem: 'not_an_identifier' }
  const { name, written } = typedNumber(text)
  const damaged = /^(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})$/.exec(written)
  if (damaged && (damaged[2] !== undefined || written.includes('+')))
    return fromSpreadsheet(damaged[1]! + (damaged[2] ?? ''), Number(damaged[3]))
  const digits = charactersOf(written)
  if (/^[\dX]+$/.test(digits)) {
    const number = fromDigits(digits, name, /^\d{4}\s?[\p{Pd}−]\s?\d{3}[\dXx]$/u.test(written))
    if (number) return number
  }
  // A letter in place of a digit, such as O for 0. The key is that of a record number, which it might be.
  if (/^97[89](?=(?:\d*[A-Z]){1,2}\d*$)[\dA-Z]{10}$/.test(digits))
    return { key: digits.toLowerCase(), kind: 'isbn13', problem: 'bad_check_digit', ...misread(digits) }
  if (/^M\d{9}$/.test(digits)) return fromDigits(`9790${digits.slice(1)}`, undefined, false)!
  return recordNumber(written)
}

function fromDigits(digits: string, name: string | undefined, issnHyphen: boolean): Identifier | undefined {
  switch (digits.length) {
    case 7: {
      const isbn = name === undefined ? lostZeros(digits)?.key : undefined
      if (isbn) return { key: digits.toLowerCase(), kind: 'record', suggestion: isbn }
      return wrongIf(name === 'isbn' || name === 'issn', digits, name === 'issn' ? 'issn' : 'isbn10')
    }
    case 8:
      if (name !== 'isbn' && isIssn(digits)) {
        const isbn = name === 'issn' || issnHyphen ? undefined : lostZeros(digits)?.key
        return { key: digits, kind: 'issn', ...(isbn ? { suggestion: isbn } : {}) }
      }
      if (name === 'issn' || issnHyphen) return wrongIf(true, digits, 'issn')
      return lostZeros(digits) ?? wrongIf(name === 'isbn', digits, 'isbn10')
    case 9:
      return lostZeros(digits) ?? wrongIf(name === 'isbn', digits, 'isbn10')
    case 10:
      if (isIsbn10(digits)) return { key: isbn13Of(digits), kind: 'isbn10' }
      return wrongIf(/^\d{9}[\dX]$/.test(digits), digits, 'isbn10')
    case 12:
      if (isEan(`0${digits}`)) return { key: `0${digits}`, kind: 'ean' }
      return wrongIf(/^97[89]\d+$/.test(digits), digits, 'isbn13', digits + eanCheck(digits))
    case 13:
      return ean(digits)
    case 15:
    case 18:
      // A bar code with a supplement of two or five digits.
      return isEan(digits.slice(0, 13)) ? ean(digits.slice(0, 13)) : undefined
    default:
      return wrongIf(name === 'isbn' || name === 'issn', digits, name === 'issn' ? 'issn' : 'isbn13')
  }
}

function ean(digits: string): Identifier | undefined {
  if (!/^\d{13}$/.test(digits)) return undefined
  const kind = digits.startsWith('9790') ? 'ismn' : /^97[89]/.test(digits) ? 'isbn13' : 'ean'
  if (!isEan(digits)) return { key: digits, kind, problem: 'bad_check_digit' }
  if (!digits.startsWith('977')) return { key: digits, kind }
  const issn = digits.slice(3, 10)
  return { key: issn + issnCheck(issn), kind: 'issn' }
}

/** A spreadsheet treats an ISBN-10 as a number and drops its leading zeros. */
function lostZeros(digits: string): Identifier | undefined {
  const whole = digits.padStart(10, '0')
  return isIsbn10(whole) ? { key: isbn13Of(whole), kind: 'isbn10' } : undefined
}

/** The key is that of a record number, which it might be. */
const wrongIf = (wrong: boolean, digits: string, kind: IdentifierKind, suggestion?: string): Identifier | undefined =>
  wrong
    ? { key: recordNumber(digits).key, kind, problem: 'bad_check_digit', ...(suggestion ? { suggestion } : {}) }
    : undefined

/** `9.78043902348E+12`: with all thirteen digits nothing is lost; with twelve, the check digit gives the number. */
function fromSpreadsheet(digits: string, exponent: number): Identifier {
  if (digits.length === exponent + 1) return fromDigits(digits, undefined, false) ?? recordNumber(digits)
  const damage: Identifier = { key: '', kind: exponent === 12 ? 'isbn13' : 'record', problem: 'spreadsheet_damage' }
  if (exponent !== 12 || digits.length < 10 || digits.length > 12) return damage
  // The check digit rounded the twelfth: down below 5, up above, and 5 itself up or to an even digit.
  const rounded = Number(digits.padEnd(12, '0'))
  const candidates = [rounded, rounded - 1]
    .map((twelve) => String(twelve) + eanCheck(String(twelve)))
    .filter((whole, i) => isIsbn13(whole) && (i === 0 ? /(?:[0-4]|[02468]5)$/ : /[5-9]$/).test(whole))
  return candidates.length === 1 ? { ...damage, suggestion: candidates[0]! } : damage
}

function recordNumber(written: string): Identifier {
  const characters = written
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(notOfKey, '')
  const key = characters.replace(oclc, 'ocolc')
  // Single letters may join to a word in the key; both spellings are counted, so that a key stays its own key.
  const words = isOneNumber.test(written) ? 0 : Math.max(wordsIn(written), wordsIn(key))
  const possible = /\d/.test(key) && key.length <= 64 && words < 3 && !/^https?:/i.test(written)
  return possible ? { key, kind: 'record' } : { key: '', kind: 'record', problem: 'not_an_identifier' }
}

const notOfKey = /[^\p{L}\p{N}]/gu
/** `(OCoLC)`, perhaps before `ocm`, `ocn` or `on`, or one of these alone; with the zeros that fill the number up. */
const oclc = /^(?:ocolc(?:oc[mn]|on)?|(?:oc[mn]|on)(?=\d{8}))0*(?=\d+$)/
/** `ab12cd34ef` and a UUID have as many runs of letters as a sentence has words. */
const isOneNumber = /^(?:urn:uuid:)?(?:[\p{L}\p{N}]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/iu

/** Shorter numbers are found with their agency only: too many agencies have them, and they are years. */
const shortestWithoutAgency = 5
/** No key of `identifierKey` begins so. */
export const ofAnyAgency = '~'

function keyWithoutAgency(written: string): string[] {
  const key = written
    .toLowerCase()
    .replace(notOfKey, '')
    .replace(/^(?:ocolc)?(?:oc[mn]|on)?0*(?=\d+$)/, '')
  return key.length >= shortestWithoutAgency && /\d/.test(key) ? [ofAnyAgency + key] : []
}

/** The keys by which a number of a record is found; that of an agency, `(OCoLC)43588199`, without the agency too. */
export function keysOfNumber(number: string): string[] {
  const { key } = identifierKey(number)
  const [, given] = /^\s*\([^()]*\)\s*(\S.*)$/su.exec(number) ?? (key.startsWith('ocolc') ? [number, number] : [])
  return [...keysOf(key), ...(given === undefined ? [] : keyWithoutAgency(given))]
}

/** The keys that a search for a typed number looks for. A look-up takes the first alone, the number of a record itself. */
export function keysToFind(text: string): string[] {
  const { key, kind } = identifierKey(text)
  const { name, written } = typedNumber(text)
  // By chance, the number of an agency may be an ISSN, or an ISBN-10 that lost its zeros.
  const isStandard = kind !== 'record' && (kind === 'isbn13' || kind === 'ean' || !/^[1-9]\d+$/.test(written))
  const isWhole = isStandard || key.startsWith('ocolc') || name !== undefined
  return [...keysOf(key), ...(isWhole || key === '' ? [] : keyWithoutAgency(written))]
}
export const isWithoutAgency = (key: string): boolean => key.startsWith(ofAnyAgency)

const keysOf = (key: string) => (key === '' ? [] : [key])

const wordsIn = (text: string) => text.match(/\p{L}{2,}/gu)?.length ?? 0

function misread(digits: string): { suggestion?: string } {
  const suggestion = digits.replace(/[OQ]/g, '0').replace(/[IL]/g, '1').replace(/S/g, '5').replace(/B/g, '8')
  return isIsbn13(suggestion) ? { suggestion } : {}
}
