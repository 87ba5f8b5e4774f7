import type { Subfield } from '../record.ts'
import type { Area } from './coordinates.ts'
import type { ItemType } from './item-types.ts'

/**
 * A bibliographic record as the catalogue sees it: the members that a search hit shows, then those that are only
 * searched or sorted by. Built from MARC by the crosswalk. Absent text is '', absent lists are [].
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
  /** `10.5555/t1`, or ''. Records that an earlier version loaded lack it. */
  doi: string
  /** As printed: `c2004.`, `[19--?]`. */
  dateIssued: string
  /** By 008, or as printed if that can’t be right: `2004`, of a serial `1998-2003`, `1998-`; '' if not known. */
  dateIssuedMarc: string
  /** `19uu`: the code of a year known in part. Searched, never shown. Older records have it in `dateIssuedMarc`. */
  yearPartlyKnown: string
  /** Four digits, or null if the record gives none. */
  publicationYear: number | null
  authors: string[]
  mainAuthor: { namePersonalPrimary: string; nameCorporatePrimary: string }
  contributor: { namePersonalOther: string[]; nameCorporateOther: string[]; notePerformers: string }
  /** The same names with the parts of their fields. Records that an earlier version loaded lack it. */
  makers: Maker[]
  series: string[]
  genreScis: string[]
  subjects: string[]
  /** The same headings with their scheme: `scisshl`, `scot`, `lcsh`, … ('' if the record has none). */
  subjectHeadings: { heading: string; scheme: string }[]
  targetAudienceText: string[]
  /** Each with its kind: `Reading grade 3.1`, `Interest age 9-12`. Records that an earlier version loaded lack it. */
  readingLevel: string[]
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
  /** Ends of titles that continue in another language: ` = Coquillages`. Older records lack it. */
  parallelTitles: string[]
  /** Notes other than summary, contents and audience: general, of parts, credits, awards, … */
  notes: string[]
  /**
   * Further rows of the record page, in their order. Records that an earlier version loaded lack this and the next
   * member.
   */
  facts: FurtherFact[]
  /** The areas that a map covers (034). Records that an earlier version loaded lack it. */
  areas: Area[]
  /** Only in records that an earlier version loaded. */
  localNotes?: string[]
  /** Links (856) with an http, https or ftp address. */
  url: { href: string; label: string }[]
  /** For an article or a chapter. Records loaded long ago have neither this member nor the next. */
  host: HostItem | null
  /** The title in its script, if 245 only romanises it (880). */
  titleInScript: string
  /** Texts of this document that the record also has in another script (880), with the language of that (BCP 47). */
  inScript: { of: string; text: string; lang: string }[]
  /** Cover picture's name in the cover store, or ''. From the local field 956 $f. */
  imageFileName: string
  /** ISO date of 008/00-05, or ''. */
  voyagerCreateDate: string
  /** Fiction by 008/33, by genre or by call number. */
  fiction: boolean
  /** Sort keys: without initial articles, folded. */
  titleSort: string
  authorSort: string
  /** The key of its work, see `work-of-edition.ts`. Records that an earlier version loaded lack it. */
  work: string
  /** Searched, never shown but for the local notes. */
  searched: {
    /** 245 $a */
    properTitle: string
    titles: string[]
    authors: string[]
    series: string[]
    notes: string[]
    identifiers: string[]
    /** 590 to 599, which only staff may find or see. Records that an earlier version loaded lack them here. */
    localNotes?: string[]
  }
}

/** From a record that any version loaded. */
export const localNotesOf = ({ searched, localNotes = [] }: BibliographicDocument): string[] =>
  searched.localNotes ?? localNotes

/** A person, a family, a body or a meeting that made the work (100 to 111, 700 to 711). */
export type Maker = {
  /** As `authors` has it. */
  heading: string
  /** `person`: the family name first; `forename`: a name in its own order. */
  kind: 'person' | 'forename' | 'family' | 'body' | 'meeting'
  isMain: boolean
  /** The subfields of the heading. */
  parts: Subfield[]
  /** Words ($e, $j) and codes ($4) in small letters: `translator`, `trl`; [] if the field has none. */
  roles: string[]
}

/** `find`: the query that finds the work or record it names, or ''. */
export type FurtherFact = { label: string; text: string; find: string }

/** The journal or book of an article or a chapter (773). */
export type HostItem = {
  title: string
  /** Abbreviated: `J. Aust. Stud.` */
  shortTitle: string
  /** The heading of its main entry, as in 100 or 110. */
  maker: string
  /** Kind of the maker, if the field has it. */
  makerKind?: Maker['kind'] | undefined
  edition: string
  /** `Sydney : Allen & Unwin, 2008` */
  imprint: string
  /** Where in it, in the cataloguer's words: `Vol. 12, no. 3 (May 2019), p. 22-25`. */
  parts: string[]
  /** The same as a code: `12:3<22`. */
  enumeration: string
  issn: string
  /** Thirteen digits. */
  isbn: string
  /** Bibliographic level, if the field has it: `m` a book, `s` a serial. */
  level: string
}
