import { spelledOut } from '#kit/fold.ts'
import { type BibliographicDocument, localNotesOf } from '#marc/crosswalk/document.ts'
import { keysOfNumber } from '#marc/identifier.ts'
import { type ChangeFacet, type ChangeValues, type FacetField, uncertain } from './facets.ts'
import { analyse } from './query/server/analysis.ts'
import { joinedWords, respelledTexts, withoutElisions } from './query/server/joined-words.ts'
import type { SearchField } from './query/server/query.ts'
import { mainClassOf, shelfLettersOf, shelfNumberOf } from './shelf/rules.ts'

/** The texts, and as further values their words in other spellings: `mueller` for `Müller`. */
export const withRespelled = (texts: string[]): string[] => [...texts, ...respelledTexts(texts)]

/** Also without elided articles, and with the words that people write as one: `spiderman` for `Spider-man`. */
export const withJoined = (texts: string[]): string[] => {
  const joined = joinedWords(texts)
  return withRespelled([
    ...texts,
    ...texts.flatMap(withoutElisions),
    ...(joined.length === 0 ? [] : [joined.join(' ')]),
  ])
}

/** How each part of a document is searched. The weight ranks a hit in that field against the others. */
export const searchFields: Record<SearchField, { weight: number; text: (d: BibliographicDocument) => string[] }> = {
  title: { weight: 10, text: (d) => withJoined([d.title.titlePrimary, ...d.searched.titles]) },
  identifier: { weight: 10, text: () => [] },
  author: {
    weight: 5,
    text: (d) => withJoined([...d.authors, d.title.noteStmOfResponsibility, ...d.searched.authors]),
  },
  series: { weight: 5, text: (d) => withJoined([...d.series, ...d.searched.series]) },
  subject: { weight: 4, text: (d) => withJoined([...d.subjects, ...d.scisLearningArea]) },
  genre: { weight: 2, text: (d) => d.genreScis },
  notes: {
    weight: 1,
    text: (d) =>
      withRespelled([
        d.description,
        d.contents,
        d.publisher,
        ...d.targetAudienceText,
        ...(d.readingLevel ?? []),
        ...d.searched.notes,
      ]),
  },
  localNotes: { weight: 1, text: (d) => withRespelled(localNotesOf(d)) },
}

/** Every number that finds a record: ISBN, ISSN, 024, 035 and the record number. */
export const identifiersOf = (d: BibliographicDocument): string[] => [
  d.id,
  ...d.isbn13,
  ...d.isbn10,
  ...d.isbn,
  ...d.issn,
  ...d.otherIdentifier,
  ...d.searched.identifiers,
]

/** The keys by which it is found by them, each once. */
export const identifierKeysOf = (d: BibliographicDocument): string[] => [
  ...new Set(identifiersOf(d).flatMap(keysOfNumber)),
]

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

/** A record without a key counts as its own work. */
export const workOf = ({ id, work }: BibliographicDocument): string => work || `= ${id}`

/** The words of a place, as a search reads them, in each of its spellings: `köln`, then `koeln`. */
export const placeWords = (place: string): string[][] => [place, ...spelledOut(place)].map(analyse)

/** The values of a record, which both engines index under the name of each facet. */
export const facetValues: Record<FacetField, (d: BibliographicDocument) => string[]> = {
  scisType: (d) => [d.scisType],
  targetAudienceText: (d) => d.targetAudienceText,
  uncertainYear: uncertainYearsOf,
  genreScis: (d) => d.genreScis,
  subjects: (d) => d.subjects,
  scisLearningArea: (d) => d.scisLearningArea,
  readingLevel: (d) => d.readingLevel ?? [],
  deweyClass: (d) => [mainClassOf(d)].filter(Boolean),
  language: (d) => d.language,
  placeOfPublicationMarcCountry: (d) => (d.placeOfPublicationMarcCountry ? [d.placeOfPublicationMarcCountry] : []),
  dewey: (d) => [shelfNumberOf(d)].filter(Boolean),
  shelfLetters: (d) => (shelfNumberOf(d) ? [shelfLettersOf(d)] : []),
  placeWords: (d) => [...new Set(placeWords(d.placeOfPublication).flat())],
  issuance: (d) => [d.issuance],
  /** The cover is one that the record names (956 $f). */
  recordHas: (d) => [
    ...(d.imageFileName === '' ? [] : ['cover']),
    ...(d.description === '' && d.contents === '' ? [] : ['summary']),
    ...(d.subjects.length === 0 ? [] : ['subjects']),
  ],
  work: (d) => [workOf(d)],
  fiction: (d) => [d.fiction ? 'fiction' : 'nonFiction'],
}

/** Each value once, in order. */
export function changeValuesOf(document: BibliographicDocument): ChangeValues {
  const valuesOf = (field: ChangeFacet) => [...new Set(facetValues[field](document))].filter(Boolean).sort()
  return { scisType: valuesOf('scisType'), scisLearningArea: valuesOf('scisLearningArea') }
}
