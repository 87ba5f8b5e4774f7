import type { HeadingSource } from './contract.ts'

export const defaultHeadings = 50
export const maxHeadings = 100

type Kinds = Pick<HeadingSource, 'kind' | 'isName' | 'isSeriesTitle'>
type Search = { query: Record<string, unknown> }

/** Longest value in a catalogue query; a longer heading is searched by its beginning. */
const maxValueLength = 250

/**
 * The catalogue search for the records that have a heading; `recordCount` is its total, and a heading's link leads to
 * it. A subject includes its subdivisions (`Dogs` and `Dogs -- Fiction`, not `Dogs in art`), from any scheme. A name is
 * searched as author and as subject. Names, titles and series are compared word by word, since records also have the
 * title page's form.
 */
export function searchOfHeading(heading: string, { kind, isName, isSeriesTitle }: Kinds): Search {
  const text = beginning(heading)
  const whole = text.length === heading.length
  if (isSeriesTitle) return { query: { match_phrase: { series: text } } }
  if (!isName && kind === 'genre') return { query: { term: { genreScis: text } } }
  const asSubject = whole
    ? [{ term: { subjects: text } }, { prefix: { subjects: `${text} -- ` } }]
    : [{ prefix: { subjects: text } }]
  const asName = isName ? [{ match_phrase: { [kind === 'title' ? 'title' : 'authors']: text } }] : []
  return { query: { bool: { should: [...asName, ...asSubject], minimum_should_match: 1 } } }
}

/** The results page of that search, under the heading's own name. */
export function addressOfHeading(heading: string, kinds: Kinds): string {
  const params = new URLSearchParams({
    queryForDisplay: beginning(heading),
    bodybuilderquery: JSON.stringify(searchOfHeading(heading, kinds)),
  })
  return `/discover/results/?${params}`
}

/** Never cuts a surrogate pair. */
const beginning = (text: string): string =>
  text.length <= maxValueLength ? text : text.slice(0, maxValueLength).replace(/[\ud800-\udbff]$/, '')

/** The authority to search; `all` searches every one. */
export const thesauri = ['all', 'subjects', 'names', 'series'] as const
export type Thesaurus = (typeof thesauri)[number]

/** The address of the thesaurus with the results for these words. */
export function thesaurusAddress(state: { query: string; selectedThesaurus?: Thesaurus }): string {
  const { query, selectedThesaurus = 'all' } = state
  const params = new URLSearchParams()
  if (query !== '') params.set('query', query)
  if (selectedThesaurus !== 'all') params.set('selectedThesaurus', selectedThesaurus)
  return params.size > 0 ? `/discover/thesaurus?${params}` : '/discover/thesaurus'
}

/** Words that find exactly this heading first, regardless of punctuation. */
export const quotedHeading = (heading: string): string => `"${heading.replace(/["\\]/g, ' ').trim()}"`
