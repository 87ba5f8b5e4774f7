import type { SearchField } from '#features/catalogue/query/server/query.ts'
import { everyWordField } from '#features/catalogue/server/catalogue.ts'
import { mapOf } from '#kit/map-of.ts'
import type { StandardKind } from '#marc/truncated-number.ts'

/** Where a term is searched: an access point of Bib-1 or an index of CQL. */
export type AccessPoint =
  | { kind: 'words'; fields: SearchField[]; withNumbers?: true }
  | { kind: 'identifier'; only?: StandardKind }
  | { kind: 'recordNumber' | 'language' | 'country' | 'itemType' | 'year' | 'dateAdded' }

const words = (...fields: SearchField[]): AccessPoint => ({ kind: 'words', fields })
const anywhere: AccessPoint = {
  kind: 'words',
  fields: everyWordField,
  withNumbers: true,
}
const identifier: AccessPoint = { kind: 'identifier' }
const isbn: AccessPoint = { kind: 'identifier', only: 'isbn' }
const issn: AccessPoint = { kind: 'identifier', only: 'issn' }

/** Use attributes of Bib-1 (ISO 23950, attribute set 1.2.840.10003.3.1), by number. */
export const bib1Uses = new Map<number, AccessPoint>([
  [1, words('author')],
  [2, words('author')],
  [3, words('author')],
  [4, words('title')],
  [5, words('series')],
  [6, words('title')],
  [7, isbn],
  [8, issn],
  [12, { kind: 'recordNumber' }],
  [21, words('subject')],
  [27, words('subject')],
  [30, { kind: 'year' }],
  [31, { kind: 'year' }],
  [54, { kind: 'language' }],
  [58, words('subject')],
  [59, { kind: 'country' }],
  [62, words('notes')],
  [63, words('notes')],
  [1003, words('author')],
  [1004, words('author')],
  [1005, words('author')],
  [1006, words('author')],
  [1007, identifier],
  [1009, words('subject')],
  [1011, { kind: 'dateAdded' }],
  [1016, anywhere],
  [1018, words('notes')],
  [1031, { kind: 'itemType' }],
  [1032, { kind: 'recordNumber' }],
  [1035, anywhere],
])
export const accessPointOfUse = (use: number): AccessPoint | undefined => bib1Uses.get(use)

/** Indexes of CQL: the sets cql, dc, rec and bath. */
const cqlIndexes = mapOf<AccessPoint>({
  'cql.serverChoice': anywhere,
  'cql.anyWhere': anywhere,
  'cql.anyIndexes': anywhere,
  'cql.keywords': anywhere,
  'dc.title': words('title'),
  'dc.creator': words('author'),
  'dc.contributor': words('author'),
  'dc.subject': words('subject'),
  'dc.description': words('notes'),
  'dc.publisher': words('notes'),
  'dc.date': { kind: 'year' },
  'dc.type': { kind: 'itemType' },
  'dc.identifier': identifier,
  'dc.language': { kind: 'language' },
  'rec.id': { kind: 'recordNumber' },
  'rec.identifier': { kind: 'recordNumber' },
  'rec.creationDate': { kind: 'dateAdded' },
  'bath.any': anywhere,
  'bath.title': words('title'),
  'bath.keyTitle': words('title'),
  'bath.uniformTitle': words('title'),
  'bath.seriesTitle': words('series'),
  'bath.author': words('author'),
  'bath.name': words('author'),
  'bath.personalName': words('author'),
  'bath.corporateName': words('author'),
  'bath.conferenceName': words('author'),
  'bath.subject': words('subject'),
  'bath.topicalSubject': words('subject'),
  'bath.geographicName': words('subject'),
  'bath.notes': words('notes'),
  'bath.isbn': isbn,
  'bath.issn': issn,
  'bath.standardIdentifier': identifier,
})
/** With their set's prefix, for explain. */
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
/** Of an index in lower case, with its usual prefix or short. */
export const accessPointOfIndex = (index: string): AccessPoint | undefined =>
  accessPoints.get(shortIndexes.get(index) ?? index)
