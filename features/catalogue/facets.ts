import { words as say } from './messages.ts'
import type { SearchField } from './query/server/query.ts'

type Facet = {
  /** Its heading on the results page. Without one, searches can be narrowed by it, but no one gets its counts. */
  label?: string
  /** The facet whose choices are alternatives to its own; both are counted together. */
  among?: 'publicationYear'
  /** Further names by which a query may name it. */
  aliases?: readonly string[]
  /** The field whose words are searched if a query looks for words under one of its names. */
  words?: SearchField
  /** Only eligible customers get its counts. */
  eligibleOnly: boolean
}
type YearFacet = { label: string; ranges: true }

/** The value of every record whose year is given in part. */
export const uncertain = 'uncertain'

/**
 * Every facet, in the order of the results page. All else is derived from it: types, names in queries and addresses,
 * the search by names, the columns of the embedded index, and the mapping of OpenSearch. An index without one of them
 * is rebuilt. `facetValues` in `fields.ts` has the values of a record.
 */
const facets = {
  scisType: { label: say.resourceType, eligibleOnly: true },
  targetAudienceText: { label: say.audience, words: 'notes', eligibleOnly: true },
  publicationYear: { label: say.publicationYear, ranges: true },
  uncertainYear: { among: 'publicationYear', eligibleOnly: false },
  genreScis: { label: say.genre, aliases: ['genre'], words: 'genre', eligibleOnly: true },
  subjects: {
    label: say.subject,
    aliases: ['subject', 'subjectHeadings.heading'],
    words: 'subject',
    eligibleOnly: true,
  },
  scisLearningArea: {
    label: say.learningArea,
    words: 'subject',
    eligibleOnly: true,
  },
  readingLevel: { label: say.readingLevel, words: 'notes', eligibleOnly: true },
  deweyClass: { label: say.deweyClass, eligibleOnly: true },
  language: { label: say.language, eligibleOnly: false },
  placeOfPublicationMarcCountry: {
    label: say.country,
    eligibleOnly: true,
  },
  /** Both are for the shelf, which counts them to find a place among many records: see `shelf/server/shelf.ts`. */
  dewey: { eligibleOnly: false },
  shelfLetters: { eligibleOnly: false },
  /** For library systems, which search it by words. */
  placeWords: { eligibleOnly: false },
  issuance: { eligibleOnly: false },
  /** Weighed by `pointsOf` in `query/server/title-keys.ts`. */
  recordHas: { eligibleOnly: false },
  /** By which a search shows one edition of each work: see `byWork` of a query. */
  work: { eligibleOnly: false },
  fiction: { eligibleOnly: false },
} as const satisfies Record<string, Facet | YearFacet>

type NamesWith<T> = { [K in keyof typeof facets]: (typeof facets)[K] extends T ? K : never }[keyof typeof facets]

/** Fields whose whole values can be counted and chosen. */
export type FacetField = NamesWith<Facet>
/** Facets of the results page. */
export type ResultFacet = NamesWith<{ label: string }>

export const facetFields = Object.fromEntries(Object.entries(facets).filter(([, row]) => !('ranges' in row))) as Record<
  FacetField,
  Facet
>
export const facetNames = Object.keys(facetFields) as FacetField[]

/** The facets that narrow a list of changes: the catalogue keeps their values of removed records. */
const changeFacets = ['scisType', 'scisLearningArea'] as const satisfies FacetField[]
export type ChangeFacet = (typeof changeFacets)[number]
export type ChangeValues = Record<ChangeFacet, string[]>

/** Whether a query may count its values. */
export const isCounted = (field: FacetField): boolean =>
  facetFields[field].label !== undefined || facetFields[field].among !== undefined

/** The facet that a choice of a field belongs to: choices of one facet are alternatives. */
export const facetOfChoice = <F extends FacetField | 'publicationYear' | 'voyagerCreateDate'>(
  field: F,
): F | 'publicationYear' => (field === 'uncertainYear' ? 'publicationYear' : field)

/** In display order. Buckets are at most `facetSize`, each of at least one record. */
export const resultFacets = Object.entries(facets).flatMap(([field, row]) =>
  'label' in row ? [{ field: field as ResultFacet, label: row.label }] : [],
)
export const facetSize = 20
