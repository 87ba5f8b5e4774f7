import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/in-words.ts'
import type { IdentifierKind } from '#marc/identifier.ts'
import type { IdentifierRow } from './identifier-list.ts'

/** The reasons why an identifier has no record. */
export const reasons: Record<UnmatchedReason, string> = {
  not_found: 'Not in the catalogue',
  bad_check_digit: 'Wrong check digit',
  not_an_identifier: 'Not an ISBN, ISSN, barcode or record number',
  spreadsheet_damage: 'Number cut short by a spreadsheet',
  not_chosen: 'Several records, none chosen',
  invalid_isbn: 'Invalid ISBN of a record',
  print_isbn: 'Print ISBN of an e-book record',
  cancelled_issn: 'Cancelled ISSN of a record',
  incorrect_issn: 'Incorrect ISSN of a record',
  invalid_number: 'Invalid number of a record',
}

const kindNames: Record<IdentifierKind, string> = {
  isbn13: 'ISBN-13',
  isbn10: 'ISBN-10',
  issn: 'ISSN',
  ismn: 'ISMN',
  ean: 'Barcode',
  record: 'Record number',
}

/** The text below an identifier: its kind, or its error. */
export function whatItIs({ typed, key, kind, problem, suggestion, sameAs }: IdentifierRow): string {
  if (sameAs !== undefined) return `Same as line ${grouped(sameAs)}`
  if (problem === 'bad_check_digit' && suggestion && digitsOf(suggestion).length === digitsOf(typed).length)
    return `Check digit should be ${suggestion.at(-1)}`
  if (problem === 'bad_check_digit' && /[a-z]./i.test(key)) return 'A letter in place of a digit'
  if (problem) return reasons[problem]
  return kind === 'isbn10' || (kind === 'issn' && digitsOf(typed) !== key)
    ? `${kindNames[kind]} → ${key}`
    : kindNames[kind]
}

/** For display: an ISBN without hyphens and spaces, everything else as typed. */
export const asShown = ({ typed, kind, problem }: Pick<IdentifierRow, 'typed' | 'kind' | 'problem'>): string =>
  !problem && /^isbn/.test(kind) ? typed.replace(/[\s\u2010-\u2015-]+/gu, '') : shortened(typed)

/** No identifier is longer; the full text is in the field. */
const maxShownLength = 64
export const shortened = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text

const digitsOf = (text: string) => text.replace(/[^\dX]/gi, '').toUpperCase()
