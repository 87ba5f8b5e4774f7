import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { readSearch } from '#features/catalogue/query/server/parse-search.ts'
import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import { WordVariants } from '#features/catalogue/query/server/variants.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { recordOf } from './documents.ts'
import { and, or, phrase, queryOf, word } from './queries.ts'

const { searched } = blankDocument('')

/** Records of the second load are ranked together with those of the first. */
export const relevanceLoads = [
  [
    recordOf({
      id: 'notes',
      title: 'A year at the coast',
      description: 'Whales whales whales and the ocean. Ocean whales.',
    }),
    recordOf({ id: 'subject', title: 'Giants of the deep', subjects: ['Whales'] }),
    recordOf({
      id: 'long',
      title: 'The story of how we went to look for whales in the southern ocean in a small boat',
    }),
    recordOf({ id: 'whole', title: 'Whales' }),
    recordOf({ id: 'article', title: 'The whales' }),
    recordOf({ id: 'stem', title: 'Whale' }),
    // By its weights alone it would rank above the record whose title is the query.
    recordOf({
      id: 'rich',
      title: 'Whales and the whale',
      subjects: ['Whales'],
      series: ['The whales'],
      authors: ['Whales'],
    }),
    recordOf({ id: 'other', title: 'Cooking for two' }),
  ],
  [
    recordOf({ id: 'late', title: 'Whales of the ocean' }),
    recordOf({ id: 'proper', title: 'Giants : their history', searched: { ...searched, properTitle: 'Giants' } }),
    recordOf({ id: 'variant', title: 'Deep sea giants', searched: { ...searched, titles: ['The giants'] } }),
    recordOf({ id: 'author', title: 'Small things', authors: ['Giants, Jo, 1950-'] }),
    recordOf({ id: 'about', title: 'Giants by Jo', subjects: ['Giants'], series: ['Jo Giants'] }),
    recordOf({ id: 'late notes', title: 'Boats', description: 'whales' }),
  ],
]

/** Each title is found by the others of its row, and comes first for itself. */
const equalForms = [
  ['Spider-man returns', 'Spiderman returns', 'Spider man returns'],
  ['COVID-19 facts', 'Covid19 facts', 'Covid 19 facts'],
  ['Co-operation at sea', 'Cooperation at sea'],
  ['World war II stories', 'World War 2 stories', 'World war two stories', 'WW2 stories'],
  ['The 3rd twin', 'The third twin', 'The three twin', 'The III twin'],
  ['Mount Isa', 'Mt Isa', 'Mt. Isa'],
  ['Saint Bernard', 'St Bernard', 'St. Bernard'],
  ['Doctor Proctor', 'Dr Proctor', 'Dr. Proctor'],
  ['Salt & pepper', 'Salt and pepper'],
  ['The colour of home', 'The color of home'],
  ['Organising travellers', 'Organizing travelers'],
  ['Māori myths', 'Maori myths', 'Maaori myths'],
  ['U.S. presidents', 'US presidents'],
  ['Letters of J. R. R. Tolkien', 'Letters of J.R.R. Tolkien', 'Letters of JRR Tolkien'],
  ['C++ in a week'],
  ['C# in a week'],
  ['.NET in a week'],
  ['C in a week'],
]
const idOfForm = (row: number, at: number) => `form ${row}.${at}`

/** The search screens run each of these too: see screen-suite.ts. */
export const relevanceCases = {
  'a title of one word': queryOf(word('whales'), { wholeTitle: 'whales' }),
  'a title with an article': queryOf(and(word('the'), word('whales')), { wholeTitle: 'the whales' }),
  'a title proper': queryOf(word('giants'), { wholeTitle: 'giants' }),
  'a title proper with an article': queryOf(word('giants'), { wholeTitle: 'the giants' }),
  'an author by surname': queryOf(and(word('giants'), word('jo')), { wholeTitle: 'giants jo' }),
  'an author by given name': queryOf(and(word('jo'), word('giants')), { wholeTitle: 'jo giants' }),
  'a word of titles and notes': queryOf(word('whales')),
  'one form of a word in titles': queryOf(word('whale', ['title'])),
  'either of two words in titles': queryOf(or(word('whales', ['title']), word('ocean', ['title']))),
  'a word or a phrase': queryOf(or(word('whales'), phrase('southern ocean'))),
} satisfies Record<string, CatalogueQuery>

export function describeRelevance(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeAll(async () => {
    catalogue = await open()
    for (const load of relevanceLoads) await catalogue.write(load)
  })
  afterAll(() => catalogue?.close())
  const ranked = async (name: keyof typeof relevanceCases) =>
    (await catalogue.search(relevanceCases[name])).hits.map(({ id }) => id)

  test('a record with exactly the requested title comes first', async () => {
    const ids = await ranked('a title of one word')
    expect(ids[0]).toBe('whole')
    const [first] = await ranked('a title with an article')
    expect(first).toBe('article')
  })

  test('a title proper comes before a variant title, and both before titles that contain it', async () => {
    expect((await ranked('a title proper')).slice(0, 2)).toEqual(['proper', 'variant'])
    expect((await ranked('a title proper with an article')).slice(0, 2)).toEqual(['proper', 'variant'])
  })

  test.each(['an author by surname', 'an author by given name'] as const)('%s comes first', async (name) => {
    expect((await ranked(name))[0]).toBe('author')
  })

  describe('forms of words', () => {
    beforeAll(() =>
      catalogue.write(
        equalForms.flatMap((titles, row) => titles.map((title, at) => recordOf({ id: idOfForm(row, at), title }))),
      ),
    )
    const found = async (typed: string, variants?: WordVariants) => {
      const { yearRanges: _, ...query } = readSearch(
        { query: { query_string: { query: typed, default_operator: 'and' } }, sort: ['_score'] },
        variants && { variants: () => variants },
      )
      return (await catalogue.search(query)).hits.map(({ id }) => id)
    }

    test.each(equalForms.flatMap((titles, row) => titles.map((title) => [title, row] as const)))(
      '%s finds each form of its words, its own first',
      async (typed, row) => {
        const ids = await found(typed)
        const own = equalForms[row]!.map((_, i) => idOfForm(row, i))
        expect(ids).toEqual(expect.arrayContaining(own))
        const words = analyse(typed).join(' ')
        expect(own.filter((_, i) => analyse(equalForms[row]![i]!).join(' ') === words)).toContain(ids[0])
      },
    )

    test('a loaded table needs no other index: a title equal by it comes before one that contains the words', async () => {
      await catalogue.write([
        recordOf({ id: 'equal', title: 'Our nearest star' }),
        recordOf({ id: 'contains', title: 'The sun and more', subjects: ['Sun'], series: ['The sun'] }),
        recordOf({ id: 'typed', title: 'The sun' }),
      ])
      const variants = new WordVariants([
        ['the sun', 'our nearest star'],
        ['sol', 'sun'],
      ])
      expect(await found('the sun', variants)).toEqual(['typed', 'equal', 'contains'])
      expect((await found('the sol', variants)).slice(0, 1)).toEqual(['typed'])
      expect(await found('the sun')).toEqual(['typed', 'contains'])
    })

    test('among equal titles, a cover, data and a later year count, but less than a word more', async () => {
      const title = 'Lighthouse keepers'
      const subjects = ['Lighthouses']
      const editions = [
        { id: 'bare', publicationYear: 1990 },
        { id: 'newer', publicationYear: 2010 },
        { id: 'summary', publicationYear: 2010, description: 'Life on a rock.' },
        { id: 'cover', publicationYear: 2010, description: 'Life on a rock.', imageFileName: 'a.jpg' },
        { id: 'undated', publicationYear: null },
      ].map((each) => recordOf({ ...each, title, subjects }))
      const rich = { publicationYear: 2026, description: 'A rock.', imageFileName: 'b.jpg' }
      const contains = recordOf({
        ...rich,
        id: 'contains',
        title: 'The last lighthouse keepers of the coast',
        subjects,
      })
      await catalogue.write([...editions, contains])
      expect(await found('lighthouse keepers')).toEqual(['cover', 'summary', 'newer', 'bare', 'undated', 'contains'])
    })

    test('C is neither C++ nor C#', async () => {
      expect(await found('C in a week')).toEqual([idOfForm(equalForms.length - 1, 0)])
    })
  })

  test('title matches rank above matches in notes only, also by stem', async () => {
    const ids = await ranked('a word of titles and notes')
    expect(new Set(ids)).toEqual(
      new Set(['rich', 'notes', 'subject', 'long', 'whole', 'article', 'stem', 'late', 'late notes']),
    )
    for (const title of ['long', 'whole', 'article', 'stem', 'late', 'subject'])
      for (const notes of ['notes', 'late notes']) expect(ids.indexOf(title)).toBeLessThan(ids.indexOf(notes))
  })

  test('suggested titles that begin with the text come before those that contain it later', async () => {
    const suggested = (await catalogue.suggest('the bo')).map(({ title }) => title)
    expect(suggested[0]).toBe('Boats')
  })

  test('the exact word counts more than another form of it', async () => {
    const ids = await ranked('one form of a word in titles')
    expect(ids[0]).toBe('stem')
  })

  test('records with more of the query rank first', async () => {
    const ids = await ranked('either of two words in titles')
    expect(ids[0]).toBe('late')
    expect(ids[1]).toBe('long')
  })

  test('scores are positive and decrease from hit to hit', async () => {
    const { hits } = await catalogue.search(relevanceCases['a word or a phrase'])
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores.at(-1)).toBeGreaterThan(0)
  })
}
