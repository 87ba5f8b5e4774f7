export type HeadingKind = 'topic' | 'place' | 'genre' | 'person' | 'corporate body' | 'meeting' | 'title' | 'series'

/** A heading that another one refers to. `number`: the record number given with it, without blanks, or ''. */
export type NamedHeading = { heading: string; number: string }

/**
 * An authority record as the headings index sees it, made from MARC or from SKOS. A heading belongs to exactly one of
 * the three authorities. Absent text is '', absent lists are [].
 */
export type HeadingDocument = {
  recordId: string
  heading: string
  /** Sort key: without an initial article, folded. */
  headingSort: string
  /** See-from forms, which are not used as headings (4XX). */
  variants: string[]
  /** More see-from forms, in other languages or as a notation, which the alphabetical index does not list. */
  unlisted?: string[]
  kind: HeadingKind
  isSubject: boolean
  isName: boolean
  isSeriesTitle: boolean
  /** Source code of the subject authority; '' for names and series. */
  topicAuthority: string
  /** Source code of the name authority; '' for subjects. */
  nameAuthority: string
  /** See-also references (5XX), as the record states them. */
  broader: NamedHeading[]
  narrower: NamedHeading[]
  related: NamedHeading[]
  earlier: NamedHeading[]
  later: NamedHeading[]
  note: string
}

export const referenceKinds = ['broader', 'narrower', 'related', 'earlier', 'later'] as const
export type ReferenceKind = (typeof referenceKinds)[number]
