import fc from 'fast-check'
import type { FacetField } from '#features/catalogue/facets.ts'
import type { CatalogueQuery, Choice, Clause, SearchField, SortKey } from '#features/catalogue/query/server/query.ts'
import type { Sketch } from './documents.ts'

/** Few words, so that they often coincide: forms of one stem, accents, a script without spaces. */
const vocabulary = [
  'story',
  'stories',
  'whale',
  'whales',
  'whaling',
  'sea',
  'see',
  'Māori',
  'maori',
  "O'Brien",
  'a',
  'the',
  '海',
  '鯨',
  '1984',
  'e-book',
]
const folded = [
  'story',
  'stories',
  'whale',
  'whales',
  'whaling',
  'sea',
  'see',
  'maori',
  'obrien',
  'a',
  'the',
  '海',
  '1984',
  'e',
  'book',
  'absent',
]
const values = ['Whales', 'Sea stories', 'Magic', 'magic', 'Ünlü']
const identifiers = ['9780142410370', '0142410373', '0028-0836', 'X123']

const textOf = fc.array(fc.constantFrom(...vocabulary), { maxLength: 5 }).map((words) => words.join(' '))
const someOf = <T>(list: readonly T[], most = 3) => fc.uniqueArray(fc.constantFrom(...list), { maxLength: most })

export const anySketch = (id: string): fc.Arbitrary<Sketch> =>
  fc.record({
    id: fc.constant(id),
    title: textOf,
    responsibility: textOf,
    authors: fc.array(textOf, { maxLength: 2 }),
    series: fc.array(textOf, { maxLength: 2 }),
    subjects: someOf(values),
    genreScis: someOf(values, 2),
    description: textOf,
    localNotes: fc.array(textOf, { maxLength: 1 }),
    publicationYear: fc.constantFrom(null, 1984, 1999, 2004, 2014),
    voyagerCreateDate: fc.constantFrom('', '2004-01-31', '2004-02-01', '2020-12-31'),
    language: someOf(['English', 'French'], 2),
    scisType: fc.constantFrom('Book' as const, 'DVD' as const),
    isbn13: someOf(identifiers, 1),
    fiction: fc.boolean(),
  })

const fields = fc.uniqueArray(
  fc.constantFrom<SearchField>('title', 'author', 'series', 'subject', 'genre', 'notes', 'localNotes'),
  { minLength: 1 },
)
const facetField = fc.constantFrom<FacetField>('subjects', 'genreScis', 'language', 'scisType', 'fiction', 'issuance')
const facetValues = fc.array(fc.constantFrom(...values, 'English', 'French', 'Book', 'DVD', 'fiction', 'nowhere'), {
  minLength: 1,
  maxLength: 3,
})

const anyChoice: fc.Arbitrary<Choice> = fc.oneof(
  fc.record({ kind: fc.constant('values' as const), field: facetField, values: facetValues }),
  fc.constantFrom<Choice>(
    { kind: 'range', field: 'publicationYear', from: 1999 },
    { kind: 'range', field: 'publicationYear', from: 1985, to: 2004 },
    { kind: 'range', field: 'voyagerCreateDate', from: '2004-02-01' },
    { kind: 'range', field: 'voyagerCreateDate', to: '2004-01-31' },
  ),
)

const word = fc.constantFrom(...folded)
const anyLeaf: fc.Arbitrary<Clause> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('word' as const), word, fields }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pattern' as const),
      pattern: fc.constantFrom('s*', 'se?', 'wh*s', 'stor?es', 'sto*', 'zz*', 'w?a*', '*y', '?hale', '*or*'),
      fields,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('phrase' as const),
      words: fc.array(word, { minLength: 1, maxLength: 3 }),
      fields,
      lastIsPrefix: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: anyChoice },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Clause>(
      { kind: 'all' },
      { kind: 'none' },
      { kind: 'ids', ids: ['3', '1', '3', 'nobody'] },
      { kind: 'beginning', field: 'subjects', text: 'S' },
      { kind: 'beginning', field: 'genreScis', text: 'sto' },
      { kind: 'beginning', field: 'scisType', text: 'Bo' },
      { kind: 'identifiers', keys: ['9780142410370', '5'] },
    ),
  },
)

const { clause: anyClause } = fc.letrec<{ clause: Clause }>((tie) => ({
  clause: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyLeaf,
    fc.record({ kind: fc.constant('and' as const), clauses: fc.array(tie('clause'), { maxLength: 4 }) }),
    fc.record({
      kind: fc.constant('or' as const),
      clauses: fc.array(tie('clause'), { maxLength: 5 }),
      atLeast: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), clause: tie('clause') }),
    fc.record({ kind: fc.constant('unscored' as const), clause: tie('clause') }),
  ),
}))

const sortKeys = [
  'titleSort',
  'authorSort',
  'publicationYear',
  'voyagerCreateDate',
  '_score',
] as const satisfies SortKey[]

export const anyQuery: fc.Arbitrary<CatalogueQuery> = fc.record({
  clause: anyClause,
  choices: fc.array(anyChoice, { maxLength: 3 }),
  sort: fc
    .uniqueArray(fc.constantFrom(...sortKeys), { maxLength: 3 })
    .chain((keys) => fc.tuple(...keys.map((key) => fc.record({ key: fc.constant(key), descending: fc.boolean() })))),
  from: fc.constantFrom(0, 0, 3),
  size: fc.constantFrom(100, 100, 4, 0),
  facets: fc.constant([
    { name: 'subjects', field: 'subjects' as const, size: 3, minCount: 1 },
    { name: 'genre', field: 'genreScis' as const, size: 20, minCount: 2 },
    { name: 'language', field: 'language' as const, size: 20, minCount: 1 },
    { name: 'type', field: 'scisType' as const, size: 20, minCount: 1 },
    {
      name: 'year',
      field: 'publicationYear' as const,
      ranges: [
        { key: 'before', to: 2003 },
        { key: 'then', from: 2004, to: 2013 },
        { key: 'after', from: 2014 },
      ],
    },
  ]),
})
