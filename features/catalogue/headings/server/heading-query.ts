/** A search for headings as a syntax tree. Words are folded tokens, as in the catalogue's own tree. */
export type HeadingField = 'heading' | 'variants'
export type Authority = 'isSubject' | 'isName' | 'isSeriesTitle'
export const authorities = ['isSubject', 'isName', 'isSeriesTitle'] as const satisfies Authority[]

export type HeadingClause =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'and'; clauses: HeadingClause[] }
  | { kind: 'or'; clauses: HeadingClause[]; atLeast: number }
  | { kind: 'not'; clause: HeadingClause }
  /** A folded word, or another of the same stem. */
  | { kind: 'word'; word: string; fields: HeadingField[] }
  /** A folded word with `*` (any characters) or `?` (one), never at its start. */
  | { kind: 'pattern'; pattern: string; fields: HeadingField[] }
  /** Folded words next to each other within the heading or within one variant; the last may be the start of one. */
  | { kind: 'phrase'; words: string[]; fields: HeadingField[]; lastIsPrefix: boolean }
  /** A heading whose sort key, without an initial article, begins with these letters. */
  | { kind: 'beginning'; letters: string }
  /** A heading whose sort key, without an initial article, is at or after `from` and before `before`. */
  | { kind: 'between'; from: string; before: string }
  /** A subject heading with narrower ones and nothing broader. */
  | { kind: 'topTerm' }
  /** Of one of these authorities. */
  | { kind: 'authority'; of: Authority[] }
  | { kind: 'ids'; ids: string[] }
  /** Headings of the subject or name authority with one of these codes. */
  | { kind: 'scheme'; of: 'topicAuthority' | 'nameAuthority'; codes: string[] }

export type HeadingQuery = {
  clause: HeadingClause
  /** The chosen authorities, as alternatives; empty for all. Their counts ignore the choice. */
  authorities: Authority[]
  /** `relevance`: exact heading, then headings with this start, words in the heading, words in variants. */
  sort: 'relevance' | 'heading' | 'headingDescending'
  from: number
  size: number
  /** Folded words of the whole query if it is only words; headings are compared with them. */
  words: string[]
}
