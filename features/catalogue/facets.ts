import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { SearchField } from './query/server/query.ts'

type Facet = {
  /** Its heading on the results page. Without one, searches can be narrowed by it, but nobody gets its counts. */
  label?: string
  /** Further names by which a query may name it. */
  aliases?: readonly string[]
  /** The field whose words are searched if a query looks for words under one of its names. */
  words?: SearchField
  /** Only eligible customers get its counts. */
  eligibleOnly: boolean
  /** The values of a record, which both engines index under the facet's name. */
  values: (d: BibliographicDocument) => string[]
}
type YearFacet = { label: string; ranges: true }

/**
 * Every facet, in the order of the results page. All else is derived from it: types, names in queries and addresses,
 * the search by names, the columns of the embedded index, and the mapping of OpenSearch. An index without one of them
 * is rebuilt.
 */
const facets = {
  scisType: { label: 'Resource type', eligibleOnly: true, values: (d) => [d.scisType] },
  targetAudienceText: { label: 'Audience', words: 'notes', eligibleOnly: true, values: (d) => d.targetAudienceText },
  publicationYear: { label: 'Publication year', ranges: true },
  genreScis: { label: 'Genre', aliases: ['genre'], words: 'genre', eligibleOnly: true, values: (d) => d.genreScis },
  subjects: {
    label: 'Subject',
    aliases: ['subject', 'subjectHeadings.heading'],
    words: 'subject',
    eligibleOnly: true,
    values: (d) => d.subjects,
  },
  scisLearningArea: {
    label: 'Learning area',
    words: 'subject',
    eligibleOnly: true,
    values: (d) => d.scisLearningArea,
  },
  language: { label: 'Language', eligibleOnly: false, values: (d) => d.language },
  placeOfPublicationMarcCountry: {
    label: 'Country',
    eligibleOnly: true,
    values: (d) => (d.placeOfPublicationMarcCountry ? [d.placeOfPublicationMarcCountry] : []),
  },
  issuance: { eligibleOnly: false, values: (d) => [d.issuance] },
  fiction: { eligibleOnly: false, values: (d) => [d.fiction ? 'fiction' : 'nonFiction'] },
} as const satisfies Record<string, Facet | YearFacet>

type NamesWith<T> = { [K in keyof typeof facets]: (typeof facets)[K] extends T ? K : never }[keyof typeof facets]

/** Fields whose whole values can be counted and chosen. */
export type FacetField = NamesWith<Facet>
/** Facets of the results page. */
export type ResultFacet = NamesWith<{ label: string }>

export const facetFields = Object.fromEntries(Object.entries(facets).filter(([, row]) => 'values' in row)) as Record<
  FacetField,
  Facet
>
export const facetNames = Object.keys(facetFields) as FacetField[]

/** The facets that narrow a list of changes: the catalogue keeps their values of removed records. */
const changeFacets = ['scisType', 'scisLearningArea'] as const satisfies FacetField[]
export type ChangeFacet = (typeof changeFacets)[number]
export type ChangeValues = Record<ChangeFacet, string[]>

/** Each value once, in order. */
export function changeValuesOf(document: BibliographicDocument): ChangeValues {
  const valuesOf = (field: ChangeFacet) => [...new Set(facetFields[field].values(document))].filter(Boolean).sort()
  return { scisType: valuesOf('scisType'), scisLearningArea: valuesOf('scisLearningArea') }
}

/** In display order. Buckets are at most `facetSize`, each of at least one record. */
export const resultFacets = Object.entries(facets).flatMap(([field, row]) =>
  'label' in row ? [{ field: field as ResultFacet, label: row.label }] : [],
)
export const facetSize = 20
