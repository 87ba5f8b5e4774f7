export type HeadingKind = 'topic' | 'place' | 'genre' | 'person' | 'corporate body' | 'meeting' | 'title' | 'series'

/** A heading that another refers to. `number`: the record number given with it, without blanks, or ''. */
export type NamedHeading = { heading: string; number: string }

/**
 * What the headings index knows of an authority record, made from MARC or from SKOS. A heading belongs to exactly one
 * of the three authorities. Absent text is '', absent lists are [].
 */
export type HeadingDocument = {
  recordId: string
  heading: string
  /** Without an initial article, folded: what a list is sorted by. */
  headingSort: string
  /** What is not used for it (4XX). */
  variants: string[]
  /** Further forms that lead to it, in other languages or as a notation: no lines of the alphabetical index. */
  unlisted?: string[]
  kind: HeadingKind
  isSubject: boolean
  isName: boolean
  isSeriesTitle: boolean
  /** Source code of the subject authority; '' for names and series. */
  topicAuthority: string
  /** Source code of the name authority; '' for subjects. */
  nameAuthority: string
  /** What it refers to (5XX), as the record itself says it. */
  broader: NamedHeading[]
  narrower: NamedHeading[]
  related: NamedHeading[]
  earlier: NamedHeading[]
  later: NamedHeading[]
  note: string
}

export const referenceKinds = ['broader', 'narrower', 'related', 'earlier', 'later'] as const
export type ReferenceKind = (typeof referenceKinds)[number]
