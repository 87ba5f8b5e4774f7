import type { HeadingSource } from './contract.ts'

export const defaultHeadings = 50
export const mostHeadings = 100

type Kinds = Pick<HeadingSource, 'kind' | 'isName' | 'isSeriesTitle'>
type Search = { query: Record<string, unknown> }

/** What the catalogue's query takes as one value; a longer heading is searched by its beginning. */
const longestValue = 250

/**
 * The catalogue search for the records that have a heading; `recordCount` is its total, and a heading's link leads to
 * it. A subject is meant with its subdivisions (`Dogs` and `Dogs -- Fiction`, not `Dogs in art`), whatever scheme the
 * record has it from. A name is meant as author and as subject. Names, titles and series are compared word by word,
 * since a title page's form stands beside the authority's.
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

/** Never through the middle of a character beyond the basic plane. */
const beginning = (text: string): string =>
  text.length <= longestValue ? text : text.slice(0, longestValue).replace(/[\ud800-\udbff]$/, '')
