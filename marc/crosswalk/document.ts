import type { ItemType } from './item-types.ts'

/**
 * What the catalogue knows of a bibliographic record: the members that a search hit shows, then what is only searched
 * or sorted by. Built from MARC by the crosswalk. Absent text is '', absent lists are [].
 */
export type BibliographicDocument = {
  id: string
  title: { titlePrimary: string; noteStmOfResponsibility: string }
  scisType: ItemType
  isbn: string[]
  isbn10: string[]
  isbn13: string[]
  issn: string[]
  otherIdentifier: string[]
  /** As printed: `c2004.`, `[19--?]`. */
  dateIssued: string
  /** 008/07-10, for serials with 008/11-14: `2004`, `1998-2003`. */
  dateIssuedMarc: string
  /** Four digits, or null where the record does not say. */
  publicationYear: number | null
  authors: string[]
  mainAuthor: { namePersonalPrimary: string; nameCorporatePrimary: string }
  contributor: { namePersonalOther: string[]; nameCorporateOther: string[]; notePerformers: string }
  series: string[]
  genreScis: string[]
  subjects: string[]
  /** The same headings with their scheme: `scisshl`, `scot`, `lcsh`, … ('' when the record does not say). */
  subjectHeadings: { heading: string; scheme: string }[]
  targetAudienceText: string[]
  scisLearningArea: string[]
  placeOfPublicationMarcCountry: string
  language: string[]
  issuance: 'serial' | 'nonSerial'
  publisher: string
  placeOfPublication: string
  edition: string
  deweyFull: string
  deweyAbridged: string
  physical: string
  description: string
  contents: string
  /** Other titles that the work or its parts are known by (246, 247, 740). */
  variantTitles: string[]
  /** Notes that are no summary, contents or audience: general, of parts, credits, awards, … */
  notes: string[]
  /** Links (856) with an http, https or ftp address. */
  url: { href: string; label: string }[]
  /** Cover picture's name in the cover store, or ''. From the local field 956 $f. */
  imageFileName: string
  /** ISO date of 008/00-05, or ''. */
  voyagerCreateDate: string
  /** Fiction by 008/33, by genre or by call number. */
  fiction: boolean
  /** Without initial articles, folded: what a list is sorted by. */
  titleSort: string
  authorSort: string
  /** Found by a search, never shown. */
  searched: { titles: string[]; authors: string[]; series: string[]; notes: string[]; identifiers: string[] }
}
