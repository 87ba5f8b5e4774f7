import { facetNames } from '#features/catalogue/facets.ts'

/**
 * How records are searched. Our own analysis cuts, folds and stems words first, so the analysers only split at spaces;
 * `indexed-record.ts` describes each field. Increase `mappingVersion` with any change other than of facets: an index of
 * another version, or without one of the facets, must be rebuilt.
 */
export const mappingVersion = 5

/** Longest indexed prefix of sort titles and identifiers, in characters. */
export const maxBeginningLength = 20
/**
 * Words are also indexed by their first letters, which narrow down the records for a pattern without reading them all.
 */
export const firstLetters = 3

/** Each hit in a field counts the same: statistics of shards or replicas must not affect the ranking. */
const byWords = { type: 'text', analyzer: 'words', similarity: 'boolean', norms: false }
const inOrder = { ...byWords, index_options: 'positions', search_analyzer: 'alternatives' }
const anyOrder = { ...byWords, index_options: 'docs' }
const whole = { type: 'keyword', similarity: 'boolean', norms: false }
const onlyFound = { ...whole, doc_values: false }
const counted = { ...whole, eager_global_ordinals: true }

const vocabulary = { ...counted, fields: { start: { ...anyOrder, analyzer: 'first_letters' } } }

const exactFields = ['title', 'author', 'series', 'subject', 'genre', 'notes', 'localNotes'] as const

const each = <K extends string, V>(names: readonly K[], value: V) =>
  Object.fromEntries(names.map((name) => [name, value]))

/** The fields for search, sort and facets; stored-record.ts has the others. */
export const searchedMapping = {
  exact: { properties: each(exactFields, inOrder) },
  stem: { properties: each(exactFields, anyOrder) },
  stems: anyOrder,
  words: vocabulary,
  localWords: vocabulary,
  identifiers: { ...whole, fields: { start: { ...anyOrder, analyzer: 'beginnings', search_analyzer: 'keyword' } } },
  facets: { properties: each(facetNames, counted) },
  divided: onlyFound,
  publicationYear: { type: 'integer' },
  voyagerCreateDate: { type: 'integer' },
  titleSort: {
    ...counted,
    fields: { start: { ...anyOrder, analyzer: 'beginnings', search_analyzer: 'keyword' } },
  },
  titleLength: { type: 'integer', index: false },
  authorSort: whole,
  wholeTitle: onlyFound,
  properTitles: onlyFound,
  otherTitles: onlyFound,
}

export const recordAnalysis = {
  tokenizer: { words: { type: 'whitespace', max_token_length: 1_000_000 } },
  filter: {
    first_letters: { type: 'truncate', length: firstLetters },
    beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: maxBeginningLength },
    // `wild|wilder|wildest` are three words at one position.
    alternatives: { type: 'pattern_capture', patterns: ['([^|]+)'], preserve_original: false },
  },
  analyzer: {
    words: { type: 'custom', tokenizer: 'words' },
    alternatives: { type: 'custom', tokenizer: 'words', filter: ['alternatives'] },
    first_letters: { type: 'custom', tokenizer: 'keyword', filter: ['first_letters'] },
    beginnings: { type: 'custom', tokenizer: 'keyword', filter: ['beginnings'] },
  },
}
