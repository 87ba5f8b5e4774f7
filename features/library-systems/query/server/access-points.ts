import type { SearchField } from '#features/catalogue/query/server/query.ts'
import { everyWordField } from '#features/catalogue/server/catalogue.ts'
import { mapOf } from '#kit/map-of.ts'
import type { StandardKind } from '#marc/truncated-number.ts'

/** The part of a record that a term searches: an access point of Bib-1 or an index of CQL. */
export type AccessPoint =
  | { kind: 'words'; fields: SearchField[]; withNumbers?: true }
  /** `agency`: a number without the code of its agency is one of this agency. */
  | { kind: 'identifier'; only?: StandardKind; agency?: string }
  | { kind: 'recordNumber' | 'language' | 'country' | 'itemType' | 'year' | 'dateAdded' | 'dewey' | 'place' }

const words = (...fields: SearchField[]): AccessPoint => ({ kind: 'words', fields })
const anywhere: AccessPoint = {
  kind: 'words',
  fields: everyWordField,
  withNumbers: true,
}
const [title, series, author, subject, notes] = [
  words('title'),
  words('series'),
  words('author'),
  words('subject'),
  words('notes'),
]
const identifier: AccessPoint = { kind: 'identifier' }
const isbn: AccessPoint = { kind: 'identifier', only: 'isbn' }
const issn: AccessPoint = { kind: 'identifier', only: 'issn' }
const [year, language, itemType, dewey, recordNumber] = (
  ['year', 'language', 'itemType', 'dewey', 'recordNumber'] as const
).map((kind): AccessPoint => ({ kind })) as [AccessPoint, AccessPoint, AccessPoint, AccessPoint, AccessPoint]

/**
 * Use attributes of Bib-1 (ISO 23950, attribute set 1.2.840.10003.3.1). The table of `docs/connect.md` has them too, and
 * says why others are refused.
 */
const uses: [AccessPoint, ...number[]][] = [
  [author, 1, 2, 3, 1002, 1003, 1004, 1005, 1006, 1020, 1098, 1106],
  [title, 4, 6, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 1026, 1033, 1082, 1096, 1097],
  [series, 5],
  [subject, 21, 27, 29, 47, 58, 1008, 1009, 1073, 1074, 1076, 1077, 1078, 1079, 1099, 1110],
  [words('subject', 'notes'), 1080],
  [words('genre'), 1075],
  [notes, 62, 63, 1018, 1024, 1025, 1100, 1101],
  [words('author', 'title'), 57, 1000],
  [words('author', 'title', 'subject'), 1036],
  [anywhere, 1016, 1017, 1035],
  [isbn, 7],
  [issn, 8],
  [identifier, 9, 10, 11, 48, 51, 1007, 1027, 1091, 1092, 1093, 1094, 1104],
  [{ kind: 'identifier', agency: 'OCoLC' }, 1211],
  [recordNumber, 12, 1032],
  // Koha searches Dewey numbers by the attribute of call numbers.
  [dewey, 13, 16],
  [year, 30, 31, 1102],
  [language, 54, 1105],
  [{ kind: 'place' }, 59],
  [{ kind: 'country' }, 1053],
  [itemType, 1031, 1103],
  [{ kind: 'dateAdded' }, 1011],
]
export const bib1Uses = new Map(uses.flatMap(([at, ...numbers]) => numbers.map((use) => [use, at] as const)))
export const accessPointOfUse = (use: number): AccessPoint | undefined => bib1Uses.get(use)

/** Indexes of CQL: the sets cql, dc, rec and bath. */
const cqlIndexes = mapOf<AccessPoint>({
  'cql.serverChoice': anywhere,
  'cql.anyWhere': anywhere,
  'cql.anyIndexes': anywhere,
  'cql.keywords': anywhere,
  'dc.title': title,
  'dc.creator': author,
  'dc.contributor': author,
  'dc.subject': subject,
  'dc.coverage': subject,
  'dc.description': notes,
  'dc.publisher': notes,
  'dc.date': year,
  'dc.type': itemType,
  'dc.identifier': identifier,
  'dc.language': language,
  'rec.id': recordNumber,
  'rec.identifier': recordNumber,
  'rec.creationDate': { kind: 'dateAdded' },
  'bath.any': anywhere,
  'bath.title': title,
  'bath.keyTitle': title,
  'bath.uniformTitle': title,
  'bath.seriesTitle': series,
  'bath.author': author,
  'bath.name': author,
  'bath.personalName': author,
  'bath.corporateName': author,
  'bath.conferenceName': author,
  'bath.subject': subject,
  'bath.topicalSubject': subject,
  'bath.geographicName': subject,
  'bath.genreForm': words('genre'),
  'bath.notes': notes,
  'bath.isbn': isbn,
  'bath.issn': issn,
  'bath.standardIdentifier': identifier,
})
/** Index names with the prefix of their set, for explain. */
export const indexNames = [...cqlIndexes.keys()]
const accessPoints = new Map([...cqlIndexes].map(([name, at]) => [name.toLowerCase(), at]))
const shortIndexes = new Map([
  ['title', 'dc.title'],
  ['author', 'bath.author'],
  ['creator', 'dc.creator'],
  ['subject', 'dc.subject'],
  ['date', 'dc.date'],
  ['year', 'dc.date'],
  ['isbn', 'bath.isbn'],
  ['issn', 'bath.issn'],
  ['id', 'rec.id'],
  ['keyword', 'cql.anywhere'],
])
/** No context set has them. */
const ownIndexes = mapOf<AccessPoint>({ dewey, place: { kind: 'place' } })
/** For an index in lower case, with its usual prefix or short. */
export const accessPointOfIndex = (index: string): AccessPoint | undefined =>
  ownIndexes.get(index) ?? accessPoints.get(shortIndexes.get(index) ?? index)
