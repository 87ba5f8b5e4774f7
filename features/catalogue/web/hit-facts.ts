import type { Hit } from '#features/catalogue/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { printedIssn } from '#marc/isbn.ts'
import { words as say } from '../messages.ts'

/** A search hit as the API delivers it. */
export type HitView = Dated<Hit>

/** A record in the form that a folder stores. */
export type FolderItem = {
  bibId: string
  itemTitle: string
  itemContributor: string
  dateIssuedMarc: string
  isbn: string[]
  issn: string[]
  otherIdentifier: string[]
  /** Its title and contributor in another script. */
  inScript?: Hit['_source']['inScript'] | undefined
}

/** The identifier shown for the record in a list, with its kind. */
export function mainIdentifier({ _source: { isbn13, isbn, issn, otherIdentifier } }: HitView) {
  const book = isbn13[0] ?? isbn[0]
  if (book) return { kind: 'ISBN', value: book, more: Math.max(isbn13.length, 1) - 1 }
  if (issn[0]) return { kind: 'ISSN', value: printedIssn(issn[0]), more: issn.length - 1 }
  const other = otherIdentifier[0]
  return other ? { kind: say.otherNumber, value: other, more: otherIdentifier.length - 1 } : undefined
}

/** A record's title; without one, its number. */
export const titleOf = ({ _id, _source: { title } }: HitView): string =>
  title.titlePrimary || say.recordNamed({ id: _id })

export const yearOf = ({ _source: { publicationYear, dateIssuedMarc, dateIssued } }: HitView): string =>
  dateIssuedMarc || (publicationYear === null ? dateIssued : String(publicationYear))

/** Without those that another one extends, as in a second scheme. */
export const mainSubjects = ({ _source: { subjects } }: HitView, most: number): string[] =>
  [...new Set(subjects)].filter((each) => !subjects.some((other) => other.startsWith(`${each} -- `))).slice(0, most)

/** The main author, where the title page's own words do not fit. */
export const makerOf = ({ _source: { mainAuthor, authors } }: HitView): string =>
  mainAuthor.namePersonalPrimary || mainAuthor.nameCorporatePrimary || authors[0] || ''

export const detailsAddress = (id: string): string => `/discover/details/${encodeURIComponent(id)}`
