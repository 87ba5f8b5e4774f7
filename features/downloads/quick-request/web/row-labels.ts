import type { UnmatchedReason } from '#features/downloads/contract.ts'
import { grouped } from '#kit/web/format.ts'
import type { IdentifierKind } from '#marc/identifier.ts'
import { words as say } from '../../messages.ts'
import type { IdentifierRow } from './identifier-list.ts'

/** The reasons why an identifier has no record. */
export const reasons: Record<UnmatchedReason, string> = {
  not_found: say.notInCatalogue,
  bad_check_digit: say.badCheckDigit,
  not_an_identifier: say.notAnIdentifier,
  spreadsheet_damage: say.cutShort,
  not_chosen: say.noneChosen,
  invalid_isbn: say.invalidIsbn,
  print_isbn: say.printIsbn,
  cancelled_issn: say.cancelledIssn,
  incorrect_issn: say.incorrectIssn,
  invalid_number: say.invalidNumber,
}

const kindNames: Record<IdentifierKind, string> = {
  isbn13: 'ISBN-13',
  isbn10: 'ISBN-10',
  issn: 'ISSN',
  ismn: 'ISMN',
  ean: say.barcode,
  record: say.recordNumber,
}

/** The text below an identifier: its kind, or its error. */
export function describeRow({ typed, key, kind, problem, suggestion, sameAs }: IdentifierRow): string {
  if (sameAs !== undefined) return say.sameAs({ line: grouped(sameAs) })
  if (problem === 'bad_check_digit' && suggestion && digitsOf(suggestion).length === digitsOf(typed).length)
    return say.checkDigit({ digit: suggestion.at(-1)! })
  if (problem === 'bad_check_digit' && /[a-z]./i.test(key)) return say.letterForDigit
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
