import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'

/**
 * What strangers get of a record: what its open page shows (title, responsibility, year, type, subjects, cover), and
 * what a reference to it names, which every search result shows too (names, publisher, edition, language, series, ISBN
 * and ISSN). Everything else is empty.
 */
export const reducedRecord = (document: BibliographicDocument): BibliographicDocument => ({
  ...blankDocument(document.id),
  title: document.title,
  scisType: document.scisType,
  issuance: document.issuance,
  dateIssued: document.dateIssued,
  dateIssuedMarc: document.dateIssuedMarc,
  publicationYear: document.publicationYear,
  subjects: document.subjects,
  subjectHeadings: document.subjectHeadings,
  imageFileName: document.imageFileName,
  authors: document.authors,
  mainAuthor: document.mainAuthor,
  series: document.series,
  publisher: document.publisher,
  placeOfPublication: document.placeOfPublication,
  edition: document.edition,
  language: document.language,
  isbn: document.isbn,
  isbn10: document.isbn10,
  isbn13: document.isbn13,
  issn: document.issn,
})

/** Not empty: a page, a feed's entry and a suggestion must have a title. */
export const titleOf = ({ id, title }: Pick<BibliographicDocument, 'id' | 'title'>): string =>
  title.titlePrimary.trim() || `Record ${id}`

/** `2004`, for a serial `1998-2003`; '' if the record does not say. */
export const yearOf = ({ dateIssuedMarc, publicationYear, dateIssued }: BibliographicDocument): string =>
  dateIssuedMarc || (publicationYear === null ? dateIssued : String(publicationYear))

/** The path of the cover picture; without a picture, of a designed cover. `width`: pixels. */
export const coverPath = ({ id, imageFileName }: BibliographicDocument, width: number): string =>
  `/covers/${encodeURIComponent(imageFileName || `${id}.jpg`)}?width=${width}`

export const hasPicture = ({ imageFileName }: BibliographicDocument): boolean => imageFileName !== ''
