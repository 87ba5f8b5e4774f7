import { type FacetField, facetNames } from '#features/catalogue/facets.ts'
import { facetValues, identifierKeysOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { SearchField } from '#features/catalogue/query/server/query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import { titleKeysOf } from '#features/catalogue/query/server/title-keys.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { dayNumber } from '../day-number.ts'
import { rankOfTitle } from './search/weights.ts'

export type TextField = Exclude<SearchField, 'identifier'>
export const textFields = Object.keys(searchFields).filter((field): field is TextField => field !== 'identifier')
/** The fields that everyone searches. */
export const openFields = textFields.filter((field) => field !== 'localNotes')

/** The searchable fields of a record. Members without a value are absent. */
export type SearchedRecord = {
  /** Folded words in their order, each value separate. */
  exact: Partial<Record<TextField, string[]>>
  /** Their distinct stems; those of the title with the title's rank, as in `whale/2`. */
  stem: Partial<Record<TextField, string>>
  /** Distinct stems of all fields but the local notes. */
  stems: string
  /** Distinct words of all fields but the local notes, which lists, patterns and spellings know. */
  words: string[]
  /** Distinct words of the local notes, for the patterns of staff. */
  localWords?: string[]
  identifiers: string[]
  facets: Partial<Record<FacetField, string[]>>
  /** Prefixes of subdivided headings: of `Dogs -- Training -- Fiction` both. */
  divided: string[]
  publicationYear?: number
  /** 20040317 */
  voyagerCreateDate?: number
  titleSort?: string
  titleLength?: number
  authorSort?: string
  wholeTitle?: string
  properTitles?: string[]
  otherTitles?: string[]
}

/** The engine limits sort and facet keys to 32,766 bytes; no real title is so long. */
const maxKeyLength = 10_000
export const cutKey = (text: string): string => (text.length > maxKeyLength ? text.slice(0, maxKeyLength) : text)

export function searchedRecord(document: BibliographicDocument): SearchedRecord {
  const words = new Set<string>()
  const localWords = new Set<string>()
  const stems = new Set<string>()
  const exact: SearchedRecord['exact'] = {}
  const stemmed: SearchedRecord['stem'] = {}
  const title = analyse(document.title.titlePrimary)
  const rank = rankOfTitle(title.length)
  for (const field of textFields) {
    const values = searchFields[field].text(document).map(analyse)
    const own = new Set<string>()
    const isLocal = field === 'localNotes'
    for (const value of values)
      for (const word of value) {
        ;(isLocal ? localWords : words).add(word)
        own.add(stem(word))
      }
    if (own.size === 0) continue
    if (!isLocal) for (const each of own) stems.add(each)
    exact[field] = values.filter(({ length }) => length > 0).map((value) => value.join(' '))
    stemmed[field] = [...own].map((each) => (field === 'title' ? `${each}/${rank}` : each)).join(' ')
  }
  const { publicationYear: year, titleSort, authorSort } = document
  const day = dayNumber(document.voyagerCreateDate)
  const { whole, proper, other } = titleKeysOf(document)
  return {
    exact,
    stem: stemmed,
    stems: [...stems].join(' '),
    words: [...words],
    ...(localWords.size > 0 ? { localWords: [...localWords] } : {}),
    identifiers: identifierKeysOf(document),
    facets: facetsOf(document),
    divided: dividedOf(document.subjects),
    ...(year ? { publicationYear: year } : {}),
    ...(day ? { voyagerCreateDate: day } : {}),
    ...(titleSort ? { titleSort: cutKey(titleSort), titleLength: titleSort.length } : {}),
    ...(authorSort ? { authorSort: cutKey(authorSort) } : {}),
    ...(whole ? { wholeTitle: cutKey(whole) } : {}),
    ...(proper.length > 0 ? { properTitles: proper.map(cutKey) } : {}),
    ...(other.length > 0 ? { otherTitles: other.map(cutKey) } : {}),
  }
}

function facetsOf(document: BibliographicDocument): SearchedRecord['facets'] {
  const facets: SearchedRecord['facets'] = {}
  for (const name of facetNames) {
    const values = new Set(facetValues[name](document))
    values.delete('')
    if (values.size > 0) facets[name] = [...values].map(cutKey)
  }
  return facets
}

const divider = ' -- '

function dividedOf(headings: string[]): string[] {
  const found = new Set<string>()
  for (const heading of headings)
    for (let at = heading.indexOf(divider); at >= 0; at = heading.indexOf(divider, at + 1))
      found.add(heading.slice(0, at + divider.length))
  return [...found].map(cutKey)
}

/** The longest prefix of a heading's text in `divided`: up to and including the last divider, or ''. */
export const dividedPart = (text: string): string => {
  const at = text.lastIndexOf(divider)
  return at < 0 ? '' : text.slice(0, at + divider.length)
}
