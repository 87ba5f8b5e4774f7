import { identifierKey } from '#marc/identifier.ts'
import { printedIssn } from '#marc/isbn.ts'
import type { DataField } from '#marc/record.ts'

/** 020, 022 or 024, by what the number is. One with a wrong check digit is kept as such ($z), to be looked at. */
export function numberField(written: string): DataField {
  const { key, kind, problem } = identifierKey(written)
  const [tag, ind1] = places[kind]
  const bare = written.replace(/[\s-]/g, '')
  const value =
    problem !== undefined || kind === 'record' ? written : kind === 'issn' ? printedIssn(key) : bareOf(bare, key)
  return { tag, ind1, ind2: ' ', subfields: [{ code: problem === 'bad_check_digit' ? 'z' : 'a', value }] }
}

/** An ISBN-10 stays the one that is printed in the book. */
const bareOf = (bare: string, key: string) => (/^[\dXx]{10,13}$/.test(bare) ? bare.toUpperCase() : key)

const places = {
  isbn13: ['020', ' '],
  isbn10: ['020', ' '],
  issn: ['022', ' '],
  /** 024 first indicator: 2 ISMN, 3 EAN, 8 of no kind that is known. */
  ismn: ['024', '2'],
  ean: ['024', '3'],
  record: ['024', '8'],
} as const
