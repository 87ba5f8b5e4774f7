import { type FacetField, facetFields } from '../../facets.ts'
import type { RangeField, SearchField } from './query.ts'

/** The meaning of a field name in a query. `text`: how its words are searched, `facet`: how its whole values are. */
export type FieldTarget =
  | { kind: 'text'; fields: SearchField[]; facet?: FacetField }
  | { kind: 'identifier' }
  | { kind: 'id' }
  | { kind: 'facet'; facet: FacetField }
  | { kind: 'range'; range: RangeField }

const text = (...fields: SearchField[]): FieldTarget => ({ kind: 'text', fields })
const identifier: FieldTarget = { kind: 'identifier' }

/** The fields searched by default. Text that looks like an identifier is searched among the identifiers too. */
export const everyWordField: SearchField[] = ['title', 'author', 'series', 'subject', 'genre', 'notes']

/** The names accepted in queries: the document's own, and the short ones that people type. */
const targets = new Map<string, FieldTarget>(
  Object.entries({
    keyword: text(...everyWordField),
    title: text('title'),
    'title.titlePrimary': text('title'),
    'title.noteStmOfResponsibility': text('author'),
    author: text('author'),
    authors: text('author'),
    mainAuthor: text('author'),
    'mainAuthor.namePersonalPrimary': text('author'),
    'mainAuthor.nameCorporatePrimary': text('author'),
    contributor: text('author'),
    'contributor.namePersonalOther': text('author'),
    'contributor.nameCorporateOther': text('author'),
    'contributor.notePerformers': text('author'),
    series: text('series'),
    notes: text('notes'),
    description: text('notes'),
    contents: text('notes'),
    publisher: text('notes'),
    identifier,
    isbn: identifier,
    isbn10: identifier,
    isbn13: identifier,
    issn: identifier,
    otherIdentifier: identifier,
    id: { kind: 'id' },
    _id: { kind: 'id' },
    ...namesOfFacets(),
    publicationYear: { kind: 'range', range: 'publicationYear' },
    voyagerCreateDate: { kind: 'range', range: 'voyagerCreateDate' },
  } satisfies Record<string, FieldTarget>),
)

function namesOfFacets(): Record<string, FieldTarget> {
  const rows = Object.entries(facetFields) as [FacetField, (typeof facetFields)[FacetField]][]
  return Object.fromEntries(
    rows.flatMap(([facet, { aliases = [], words }]) =>
      [facet, ...aliases].map((name): [string, FieldTarget] => [
        name,
        words ? { kind: 'text', fields: [words], facet } : { kind: 'facet', facet },
      ]),
    ),
  )
}

export const targetOf = (name: string): FieldTarget | undefined => targets.get(name)

const byLowerCase = new Map([...targets].map(([name, target]) => [name.toLowerCase(), target]))
/** A name typed into a search box, in any capitals. */
export const typedTargetOf = (name: string): FieldTarget | undefined => byLowerCase.get(name.toLowerCase())

/** The facet whose whole values a `term` on this name searches. */
export const facetOf = (target: FieldTarget | undefined): FacetField | undefined =>
  target?.kind === 'facet' || target?.kind === 'text' ? target.facet : undefined
