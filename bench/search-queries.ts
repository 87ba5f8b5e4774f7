import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { CatalogueQuery, Clause, FacetRequest, SearchField } from '#features/catalogue/query/server/query.ts'
import { identifierKey } from '#marc/identifier.ts'
import { isbnOf, type TitleRow } from './search-records.ts'

/** One query of a class, in a form for all engines. */
export type Question = {
  words: string[]
  /** Words in a row, or words of which the last is unfinished. */
  how: 'words' | 'phrase' | 'prefix' | 'all'
  filters: { genre?: string; audience?: string; language?: string }
  newestFirst: boolean
}
export type QuestionClass = { name: string; questions: Question[] }

const perClass = 40
const fields: SearchField[] = ['title', 'author', 'series', 'subject', 'genre', 'notes']
const plain = { how: 'words', filters: {}, newestFirst: false } as const
export const stopWordClass = 'stop word'
/** PostgreSQL's English stop words: only the others are asked for these. */
export const stopWords = ['the', 'of', 'and', 'to', 'in', 'on', 'for', 'by', 'a', 'with']

/** The same queries in every run. */
export function questionsFor(titles: readonly TitleRow[]): QuestionClass[] {
  const counts = new Map<string, number>()
  for (const { title } of titles)
    for (const word of new Set(analyse(title))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byCount = [...counts].filter(([word]) => word.length > 2 && !stopWords.includes(word) && !/\d/.test(word))
  byCount.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const common = byCount.slice(0, 12).map(([word]) => word)
  const middle = byCount.slice(100, 1100).map(([word]) => word)
  const rare = byCount.filter(([, count]) => count >= 2 && count <= 20).map(([word]) => word)
  const each = <T>(make: (i: number) => T) => Array.from({ length: perClass }, (_, i) => make(i))
  const pairs = titles.filter(({ title }) => analyse(title).length > 5).map(({ title }) => analyse(title))
  const at = <T>(list: readonly T[], i: number): T => list[(i * 7919) % list.length]!
  const filters = [
    { genre: 'Reports', language: 'English' },
    { audience: 'Primary', genre: 'Maps' },
    { language: 'Spanish', audience: 'Adult' },
    { genre: 'Fiction', audience: 'Preschool' },
  ]
  return [
    { name: 'rare word', questions: each((i) => ({ ...plain, words: [at(rare, i)] })) },
    { name: 'two words', questions: each((i) => ({ ...plain, words: [at(middle, i), at(middle, i + 3)] })) },
    { name: 'very common word', questions: each((i) => ({ ...plain, words: [at(common, i)] })) },
    {
      name: 'common + 2 filters',
      questions: each((i) => ({ ...plain, words: [at(common, i)], filters: filters[i % 4]! })),
    },
    {
      name: 'filter, newest first',
      questions: each((i) => ({ words: [], how: 'all', filters: filters[i % 4]!, newestFirst: true })),
    },
    {
      name: 'phrase',
      questions: each((i) => ({ ...plain, how: 'phrase', words: at(pairs, i).slice(i % 3, (i % 3) + 2 + (i % 2)) })),
    },
    {
      name: 'prefix',
      questions: each((i) => ({
        ...plain,
        how: 'prefix',
        words: [at(middle, i), at(middle, i + 9).slice(0, 3 + (i % 2))],
      })),
    },
    {
      name: 'one letter and *',
      questions: each((i) => ({ ...plain, how: 'prefix', words: ['abcdefghimnoprst'[i % 16]!] })),
    },
    { name: stopWordClass, questions: each((i) => ({ ...plain, words: [stopWords[i % stopWords.length]!] })) },
  ]
}

export const facets: FacetRequest[] = [
  ...(
    ['scisType', 'targetAudienceText', 'placeOfPublicationMarcCountry', 'genreScis', 'subjects', 'language'] as const
  ).map((field) => ({ name: field, field, size: 20, minCount: 1 })),
  {
    name: 'year',
    field: 'publicationYear',
    ranges: [
      { key: 'before 2004', from: 1600, to: 2003 },
      { key: '2004-2013', from: 2004, to: 2013 },
      { key: '2014 and after', from: 2014, to: 2099 },
    ],
  },
]

const choiceFields = { genre: 'genreScis', audience: 'targetAudienceText', language: 'language' } as const

/** For our engine: filters are facet choices, as on the results page. */
export function asQuery({ words, how, filters, newestFirst }: Question): CatalogueQuery {
  const each = (word: string): Clause => ({ kind: 'word', word, fields })
  const last = words.at(-1) ?? ''
  const clause: Clause =
    how === 'all'
      ? { kind: 'all' }
      : how === 'phrase'
        ? { kind: 'phrase', words, fields, lastIsPrefix: false }
        : how === 'prefix'
          ? {
              kind: 'and',
              clauses: [...words.slice(0, -1).map(each), { kind: 'pattern', pattern: `${last}*`, fields }],
            }
          : { kind: 'and', clauses: words.map(each) }
  return {
    clause,
    choices: Object.entries(filters).map(([name, value]) => ({
      kind: 'values',
      field: choiceFields[name as keyof typeof choiceFields],
      values: [value],
    })),
    sort: newestFirst ? [{ key: 'voyagerCreateDate', descending: true }] : [],
    from: 0,
    size: 30,
    facets,
    ...(how === 'words' ? { wholeTitle: words.join(' ') } : {}),
  }
}

/** 4,000 ISBNs, nine tenths of them in the catalogue. */
export const isbnsOf = (round: number, records: number): string[] =>
  Array.from(
    { length: 4000 },
    (_, i) => identifierKey(isbnOf(((i * 7919 + round * 104_729) % records) + (i % 10 === 0 ? records : 0))).key,
  )
