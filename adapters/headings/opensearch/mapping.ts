import type { Range } from '#features/catalogue/headings/server/headings-port.ts'

/** Increase it when this program can no longer read a stored index. */
export const layout = 2

const words = { type: 'text', analyzer: 'whitespace', norms: false } as const
const keyword = { type: 'keyword' } as const
const number = { type: 'long' } as const
/** Stored for display, not searchable. */
const storedOnly = { type: 'keyword', index: false, doc_values: false } as const

/**
 * One index has one complete state and does not change once it is live. A document is a heading or an `entry`, a line
 * of the alphabetical index. Words are our own folded tokens; `^` and `$` mark both ends of a heading and of each
 * variant as written, so that a phrase can match a whole one; their other spellings follow as values of their own.
 */
export const mapping = {
  dynamic: 'strict',
  _meta: { layout },
  properties: {
    is: keyword,
    /** A small number, unique to a heading within one state. */
    place: number,
    id: keyword,
    sort: keyword,
    /** The first bytes of the sort key as numbers: see sort-digits.ts. */
    sort1: number,
    sort2: number,
    sort3: number,
    sort4: number,
    /** An index into `authorities`. */
    authority: { type: 'byte' },
    scheme: keyword,
    /** Key that different spellings of a heading share. */
    key: { type: 'keyword', ignore_above: 8000, doc_values: false },
    heading: words,
    variants: { ...words, position_increment_gap: 100 },
    headingStems: { ...words, index_options: 'docs' },
    variantStems: { ...words, index_options: 'docs' },
    /** Every word of the heading and its variants, for counting the headings per word. */
    words: { type: 'keyword' },
    /** Record numbers of broader headings, from references in both directions. */
    broader: { type: 'keyword', doc_values: false },
    /** How many headings are narrower than this one. */
    narrower: { type: 'integer' },
    isTopTerm: { type: 'boolean', doc_values: false },
    /** The heading for display, with references in both directions, as JSON. */
    shown: storedOnly,
    /** The heading as it was loaded, as JSON. */
    document: storedOnly,
    /** The source MARC record, in Base64. */
    marc: storedOnly,
    /** Of an entry: its letter, its “see from” text, and the heading that it points to. */
    letter: keyword,
    seeFrom: keyword,
    line: storedOnly,
  },
} as const

/** Lines of one letter can be paged to the last; there are never this many. */
const maxLines = 5_000_000

export const settings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  // Writes are invisible until the index is complete.
  refresh_interval: '-1',
  max_result_window: maxLines,
} as const

/** Beyond the index's result window there is nothing: only the total is requested. */
export const withinReach = ({ from, size }: Range): Range =>
  from + size > maxLines ? { from: 0, size: 0 } : { from, size }
