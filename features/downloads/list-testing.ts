import { isbn10Of } from '#marc/isbn.ts'

/** A spreadsheet's column of 4,000 numbers, as schools paste them, and the expected counts. */
export type PastedList = {
  identifiers: string[]
  /** Different numbers. */
  asked: number
  matched: number
  /** Held by records only as cancelled or invalid. */
  proposed: number
  /** Cut short by the spreadsheet. */
  damaged: number
  unknown: number
}

export const pastedLength = 4000
const duplicates = 300
const inBothForms = 200
const held = 100
const hyphenated = 50
const scientific = 50
/** Of those in scientific notation, the ones with all their digits. */
const whole = 25
const unknown = 155

/** How many 978 ISBN-13s, each of exactly one record, a list takes. */
export const ownOfList = pastedLength - duplicates - inBothForms - held - unknown

/**
 * `own`: 978 ISBN-13s, each of one record. `foreign`: numbers that records only hold. No number is in two of the lists.
 */
export function pastedList({ own, foreign, lacking }: Record<'own' | 'foreign' | 'lacking', string[]>): PastedList {
  const numbers = own.slice(0, ownOfList)
  const nobodys = lacking.slice(0, unknown)
  const twice = numbers.slice(0, inBothForms)
  const rest = numbers.slice(inBothForms)
  const identifiers = [
    ...twice,
    ...twice.map(asTyped10),
    ...rest.slice(0, hyphenated).map(withHyphens),
    ...rest.slice(hyphenated, hyphenated + scientific).map((isbn, i) => (i < whole ? allDigits(isbn) : cutShort(isbn))),
    ...rest.slice(hyphenated + scientific),
    ...rest.slice(-duplicates),
    ...foreign.slice(0, held),
    ...nobodys,
  ]
  if (new Set([...numbers, ...foreign.slice(0, held), ...nobodys]).size !== ownOfList + held + unknown)
    throw new Error('not enough different numbers for a list')
  return {
    // Shuffled, as from a shelf: 7,919 and 4,000 have no common divisor.
    identifiers: identifiers.map((_, i) => identifiers[(i * 7919) % pastedLength]!),
    asked: ownOfList + held + unknown,
    matched: ownOfList - (scientific - whole),
    proposed: held,
    damaged: scientific - whole,
    unknown,
  }
}

/** A spreadsheet drops the leading zero of an ISBN-10. */
const asTyped10 = (isbn: string) => isbn10Of(isbn).replace(/^0/, '')
const withHyphens = (isbn: string) => isbn.replace(/^(\d{3})(\d)(\d{4})(\d{4})(\d)$/, '$1-$2-$3-$4-$5')
const allDigits = (isbn: string) => `${isbn[0]}.${isbn.slice(1)}E+12`
/** Twelve digits are left: the check digit gives the number, but a person has to confirm it. */
const cutShort = (isbn: string) => Number(isbn).toExponential(11).toUpperCase()
