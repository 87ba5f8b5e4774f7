import type { FacetField } from '../../facets.ts'

/**
 * A catalogue query as a syntax tree, parsed from the browser's JSON and evaluated by both engines.
 * Words are folded tokens of `analyse`; stems are each engine's secondary reading of a word.
 */
/** `localNotes` only in a search by staff: see `withLocalNotes`. */
export type SearchField = 'title' | 'identifier' | 'author' | 'series' | 'subject' | 'genre' | 'notes' | 'localNotes'

export type RangeField = 'publicationYear' | 'voyagerCreateDate'
export type SortKey = '_score' | 'titleSort' | 'authorSort' | RangeField

export type Clause =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'and'; clauses: Clause[] }
  /** At least `atLeast` of the clauses match; more matches improve the rank. 0: they affect only the rank. */
  | { kind: 'or'; clauses: Clause[]; atLeast: number }
  | { kind: 'not'; clause: Clause }
  /** Matches without affecting the rank. */
  | { kind: 'unscored'; clause: Clause }
  /** A folded word, or at a lower weight its stem, in one of the fields. */
  | { kind: 'word'; word: string; fields: SearchField[] }
  /** A folded word with `*` (any characters) or `?` (one). At its start, every word of the index is compared. */
  | { kind: 'pattern'; pattern: string; fields: SearchField[] }
  /** Folded words next to each other, in this order, within one field; the last may be the start of a word. */
  | { kind: 'phrase'; words: string[]; fields: SearchField[]; lastIsPrefix: boolean }
  /** Normalised identifiers: see `identifierKey`. */
  | { kind: 'identifiers'; keys: string[] }
  | { kind: 'ids'; ids: string[] }
  | { kind: 'values'; field: FacetField; values: string[] }
  /** Whole values with exactly this beginning: `Dogs -- ` for the subdivisions of Dogs. */
  | { kind: 'beginning'; field: FacetField; text: string }
  /**
   * Inclusive bounds; years as numbers, dates as `YYYY-MM-DD`. A range of years has the uncertain years that lie wholly in
   * it too: see `uncertainYearsWithin`.
   */
  | { kind: 'range'; field: RangeField; from?: number | string; to?: number | string }

/**
 * A facet choice: the facet's own counts ignore it, the hits and all other facets obey it. Several choices of one facet
 * (two year ranges) are alternatives, by `facetOfChoice`; choices of different facets must all hold.
 */
export type Choice = Extract<Clause, { kind: 'values' | 'range' }>

export type FacetRequest =
  /** `only`: no other values are counted. `containing`: nor those without each of these parts, see `containsParts`. */
  | { name: string; field: FacetField; size: number; minCount: number; only?: string[]; containing?: string[] }
  /** Inclusive bounds, as everywhere in this tree. */
  | { name: string; field: 'publicationYear'; ranges: { key: string; from?: number; to?: number }[] }

export type CatalogueQuery = {
  clause: Clause
  choices: Choice[]
  sort: { key: SortKey; descending: boolean }[]
  from: number
  size: number
  facets: FacetRequest[]
  /** Of each work's records, only the first; `from` and `size` then count works. */
  byWork?: true
  /** Folded words of the whole query: a record with exactly this title comes first. */
  wholeTitle?: string
  /** The whole title with words exchanged for equal ones: see `WordVariants.titles`. */
  titleForms?: string[]
}

export type Bucket = { key: string; count: number }
/** `editions`: the found records of its work, by `byWork`. */
export type CatalogueHit = { id: string; score: number; editions?: number }
export type CatalogueResult = {
  /** Exact count of records. */
  total: number
  /** Works, by `byWork`: an exact count up to the last that pages reach; one more if there are more. */
  works?: number
  hits: CatalogueHit[]
  /** By the request's name; buckets by count, then key; ranges in the requested order. */
  facets: Record<string, Bucket[]>
}
