import type { Range } from '#features/catalogue/headings/server/headings-port.ts'

/** Raised when a stored index can no longer be read by this program. */
export const layout = 1

const words = { type: 'text', analyzer: 'whitespace', norms: false } as const
const keyword = { type: 'keyword' } as const
const number = { type: 'long' } as const
/** Kept to be shown, never looked into. */
const kept = { type: 'keyword', index: false, doc_values: false } as const

/**
 * One index has everything of one state and does not change after it went live. A document is a heading, or an `entry`:
 * a line of the alphabetical index. Words are our own folded tokens; `^` and `$` stand at both ends of a heading and of
 * each variant, so that a phrase can ask for a whole one.
 */
export const mapping = {
  dynamic: 'strict',
  _meta: { layout },
  properties: {
    is: keyword,
    /** A small number that is a heading's own in one state. */
    place: number,
    id: keyword,
    sort: keyword,
    /** The first bytes of the sort key as numbers: see sort-digits.ts. */
    sort1: number,
    sort2: number,
    sort3: number,
    sort4: number,
    /** By the place in `authorities`. */
    authority: { type: 'byte' },
    scheme: keyword,
    /** What two spellings of one heading have in common. */
    key: { type: 'keyword', ignore_above: 8000, doc_values: false },
    heading: words,
    variants: { ...words, position_increment_gap: 100 },
    headingStems: { ...words, index_options: 'docs' },
    variantStems: { ...words, index_options: 'docs' },
    /** Every word of the heading and its variants, for counting in how many headings it is. */
    words: { type: 'keyword' },
    /** Record numbers of what this one calls broader, or what calls this one narrower. */
    broader: { type: 'keyword', doc_values: false },
    /** How many headings are narrower than this one. */
    narrower: { type: 'integer' },
    isTopTerm: { type: 'boolean', doc_values: false },
    /** The heading as it is shown, with the references of both sides, as JSON. */
    shown: kept,
    /** The heading as it was loaded, as JSON. */
    document: kept,
    /** The MARC record that it was loaded from, in Base64. */
    marc: kept,
    /** Of an entry: its letter, what it is seen from, and the heading that it leads to. */
    letter: keyword,
    seeFrom: keyword,
    line: kept,
  },
} as const

/** Lines of one letter are paged to the last; there are never so many. */
const maxLines = 5_000_000

export const settings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  // What is written is not seen before it is whole.
  refresh_interval: '-1',
  max_result_window: maxLines,
} as const

/** Beyond what an index lets itself be asked there is nothing: its total alone is asked. */
export const withinReach = ({ from, size }: Range): Range =>
  from + size > maxLines ? { from: 0, size: 0 } : { from, size }
