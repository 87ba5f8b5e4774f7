import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { words as say } from './messages.ts'
import type { SearchField } from './query/server/query.ts'
import { placeWords } from './rules.ts'
import { mainClassOf, shelfLettersOf, shelfNumberOf } from './shelf/rules.ts'

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
  /** The values of a record, which both engines index under the facet's name. */
  values: (d: BibliographicDocument) => string[]
}
type YearFacet = { label: string; ranges: true }

/** The value of every record whose year is given in part. */
export const uncertain = 'uncertain'

/**
 * Of a record whose year is given in part (`19uu`, `200u`): `uncertain`, and the pattern, by which a range finds it. Where
 * the imprint has a year in full, ranges go by that.
 */
export function uncertainYearsOf(document: BibliographicDocument): string[] {
  const { yearPartlyKnown, dateIssuedMarc, publicationYear } = document
  const year = yearPartlyKnown || dateIssuedMarc.slice(0, 4)
  if (!year.includes('u')) return []
  return publicationYear === null && /^[12]\d*u+$/.test(year) ? [uncertain, year] : [uncertain]
}

/** A record without a key is a work of its own. */
export const workOf = ({ id, work }: BibliographicDocument): string => work || `= ${id}`

/**
 * Every facet, in the order of the results page. All else is derived from it: types, names in queries and addresses,
 * the search by names, the columns of the embedded index, and the mapping of OpenSearch. An index without one of them
 * is rebuilt.
 */
const facets = {
  scisType: { label: say.resourceType, eligibleOnly: true, values: (d) => [d.scisType] },
  targetAudienceText: { label: say.audience, words: 'notes', eligibleOnly: true, values: (d) => d.targetAudienceText },
  publicationYear: { label: say.publicationYear, ranges: true },
  uncertainYear: { among: 'publicationYear', eligibleOnly: false, values: uncertainYearsOf },
  genreScis: { label: say.genre, aliases: ['genre'], words: 'genre', eligibleOnly: true, values: (d) => d.genreScis },
  subjects: {
    label: say.subject,
    aliases: ['subject', 'subjectHeadings.heading'],
    words: 'subject',
    eligibleOnly: true,
    values: (d) => d.subjects,
  },
  scisLearningArea: {
    label: say.learningArea,
    words: 'subject',
    eligibleOnly: true,
    values: (d) => d.scisLearningArea,
  },
  readingLevel: { label: say.readingLevel, words: 'notes', eligibleOnly: true, values: (d) => d.readingLevel ?? [] },
  deweyClass: { label: say.deweyClass, eligibleOnly: true, values: (d) => [mainClassOf(d)].filter(Boolean) },
  language: { label: say.language, eligibleOnly: false, values: (d) => d.language },
  placeOfPublicationMarcCountry: {
    label: say.country,
    eligibleOnly: true,
    values: (d) => (d.placeOfPublicationMarcCountry ? [d.placeOfPublicationMarcCountry] : []),
  },
  /** Both are for the shelf, which counts them to find a place among many records: see `shelf/server/shelf.ts`. */
  dewey: { eligibleOnly: false, values: (d) => [shelfNumberOf(d)].filter(Boolean) },
  shelfLetters: { eligibleOnly: false, values: (d) => (shelfNumberOf(d) ? [shelfLettersOf(d)] : []) },
  /** For library systems, which search it by words. */
  placeWords: { eligibleOnly: false, values: (d) => [...placeWords(d.placeOfPublication)] },
  issuance: { eligibleOnly: false, values: (d) => [d.issuance] },
  /** Weighed by `pointsOf` in `query/server/title-keys.ts`. The cover is one that the record names (956 $f). */
  recordHas: {
    eligibleOnly: false,
    values: (d) => [
      ...(d.imageFileName === '' ? [] : ['cover']),
      ...(d.description === '' && d.contents === '' ? [] : ['summary']),
      ...(d.subjects.length === 0 ? [] : ['subjects']),
    ],
  },
  /** By which a search shows one edition of each work: see `byWork` of a query. */
  work: { eligibleOnly: false, values: (d) => [workOf(d)] },
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
