import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { DataField } from '#marc/record.ts'

/** The default preferences of a customer. */
export const asCatalogued: Preferences = {
  deweyPref: 'FULL_DDC',
  deweyHoldingPref: 'SCIS_DEFAULT',
  isbnFormat: 'ISBN',
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
}

type Book = {
  id: string
  title?: string
  isbns?: string[]
  issn?: string
  encoding?: 'utf-8' | 'marc-8'
  /** Further numbers: tag, subfield code, value. */
  numbers?: [tag: string, code: string, value: string][]
  /** 008/23 `o`: an e-book. */
  online?: boolean
}

/** A book as the catalogue stores it after a load. */
export function book({
  id,
  title = `Book ${id}`,
  isbns = [],
  issn,
  encoding = 'utf-8',
  numbers = [],
  online = false,
}: Book): CatalogueRecord {
  const field = (tag: string, value: string, code = 'a'): DataField => ({
    tag,
    ind1: tag === '245' ? '1' : ' ',
    ind2: tag === '245' ? '0' : ' ',
    subfields: [{ code, value }],
  })
  const record = {
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: id },
      { tag: '008', value: `261121s2026    at a    ${online ? 'o' : ' '}j      000 1 eng d` },
      ...isbns.map((isbn) => field('020', isbn)),
      ...(issn ? [field('022', issn)] : []),
      ...numbers.map(([tag, code, value]) => field(tag, value, code)),
      field('245', title),
    ],
  }
  return { document: toDocument(record), marc: encodeRecord(record, { encoding }).bytes, encoding }
}

/** The records of a file in file order, as a load would store them. */
export function* recordsOf(file: Uint8Array): Generator<CatalogueRecord> {
  for (const { bytes } of splitBuffer(file)) {
    const { record, encoding } = decodeRecord(bytes)
    yield { document: toDocument(record), marc: bytes, encoding }
  }
}

/** ISBN-13 number `n` of a made-up publisher. */
export function isbn13(n: number): string {
  const digits = `978${String(100_000_000 + n)}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
