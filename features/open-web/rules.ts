import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { makersIn } from '#marc/crosswalk/makers.ts'

/**
 * Of a record for strangers, in each form: title, responsibility with its names, year, type, subjects and cover.
 * Everything else is empty.
 */
export const reducedRecord = (document: BibliographicDocument): BibliographicDocument => ({
  ...blankDocument(document.id),
  title: document.title,
  parallelTitles: document.parallelTitles,
  scisType: document.scisType,
  issuance: document.issuance,
  // Omits the printed date, which may be longer: `[between 1892 and 2017?]`.
  dateIssued: yearOf(document),
  dateIssuedMarc: document.dateIssuedMarc,
  publicationYear: document.publicationYear,
  subjects: document.subjects,
  subjectHeadings: document.subjectHeadings,
  imageFileName: document.imageFileName,
  authors: document.authors,
  mainAuthor: document.mainAuthor,
  makers: makersIn(document).filter(({ heading, isMain }) => isMain || document.authors.includes(heading)),
})

/** Not empty: a page, a feed's entry and a suggestion must have a title. */
export const titleOf = ({ id, title }: Pick<BibliographicDocument, 'id' | 'title'>): string =>
  title.titlePrimary.trim() || `Record ${id}`

/** `2004`, for a serial `1998-2003`; '' if the record has no year. */
export const yearOf = ({ dateIssuedMarc, publicationYear, dateIssued }: BibliographicDocument): string =>
  dateIssuedMarc || (publicationYear === null ? dateIssued : String(publicationYear))

/** The responsibility as the title page states it, else the names: `Mem Fox`, `Fox, Mem; Vivas, Julie`. */
export const responsibilityOf = ({ title, authors }: Pick<BibliographicDocument, 'title' | 'authors'>): string =>
  title.noteStmOfResponsibility || authors.join('; ')

/** The path of the cover picture; without a picture, of a designed cover. `width`: pixels. */
export const coverPath = ({ id, imageFileName }: BibliographicDocument, width: number): string =>
  `/covers/${encodeURIComponent(imageFileName || `${id}.jpg`)}?width=${width}`

export const hasPicture = ({ imageFileName }: BibliographicDocument): boolean => imageFileName !== ''
