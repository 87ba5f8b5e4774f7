import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HeadingClause, HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import { readHeadingQuery } from '#features/catalogue/headings/server/read-heading-query.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { headingOf, named, someHeadings } from './suite/documents.ts'
import { describeSequences } from './suite/sequences-suite.ts'

const both = ['heading', 'variants'] as const
const word = (text: string): HeadingClause => ({ kind: 'word', word: text, fields: [...both] })
const phrase = (text: string, lastIsPrefix = false): HeadingClause => ({
  kind: 'phrase',
  words: text.split(' '),
  fields: [...both],
  lastIsPrefix,
})
const queryOf = (clause: HeadingClause, more: Partial<HeadingQuery> = {}): HeadingQuery => ({
  clause,
  authorities: [],
  sort: 'relevance',
  from: 0,
  size: 100,
  words: [],
  ...more,
})
const all: HeadingClause = { kind: 'all' }

/** The contract of every index of headings. `open` gives a new, empty one. */
export function describeHeadings(name: string, open: () => Promise<HeadingsPort>) {
  describe(`${name}: any changes`, () => describeSequences(open))
  describe(`${name}: searches`, () => {
    let headings: HeadingsPort
    beforeAll(async () => {
      headings = await open()
      await headings.write(someHeadings)
    })
    afterAll(() => headings?.close())
    const found = async (clause: HeadingClause, more: Partial<HeadingQuery> = {}) =>
      (await headings.search(queryOf(clause, more))).hits.map(({ heading }) => heading.heading)

    test('the exact heading comes first, then headings with the prefix, then words in the heading, then words in variants', async () => {
      expect(await found(word('dogs'), { words: ['dogs'] })).toEqual([
        'Dogs',
        'Dogs',
        'Dogs -- Fiction',
        'Dogs (Mythology)',
        'Guide dogs',
        'Canines',
        'Wolves',
      ])
    })

    test('a word finds its other forms, and letters without diacritics', async () => {
      expect(await found(word('dog'), { sort: 'heading' })).toContain('Dogs')
      expect(await found(word('maori'))).toEqual(['Māori (New Zealand people)'])
    })

    test('letters that are spelled by two, elided articles and hyphened words are found either way, the exact heading first', async () => {
      const other = await open()
      const names = ['Müller, Søren', 'Mueller, Soeren', 'Þórðarson, Örn', 'L’Oiseau bleu', 'Spider-Man', 'Blue poem']
      await other.write(names.map((name, at) => headingOf(`${at}`, name, { variants: [`Grün ${at}`] })))
      const typed = async (query: string) => {
        const read = readHeadingQuery({ query: { query_string: { query } }, size: 9 })
        return (await other.search(read)).hits.map(({ heading }) => heading.heading)
      }
      const [müller, mueller, örn, oiseau, spider, poem] = names
      for (const quote of ['', '"']) {
        const found = (text: string) => typed(quote + text + quote)
        expect(await found('mueller soeren')).toEqual([mueller, müller])
        expect(await found('mueller soren')).toEqual([müller])
        expect(await found('muller soren')).toEqual([müller])
        for (const text of ['thordarson oern', 'thordharson oern', 'thortharson orn'])
          expect(await found(text)).toEqual([örn])
        expect(await found('oiseau bleu')).toEqual([oiseau])
        expect(await found('spiderman')).toEqual([spider])
        expect(await found('blue')).toEqual([poem])
        expect(await found('gruen 3')).toEqual([oiseau])
        for (const text of ['blu', 'pom', 'bleu spiderman']) expect(await found(text)).toEqual([])
      }
      await other.close()
    })

    test('a variant finds its heading; a whole variant ranks above words in others', async () => {
      expect(await found(phrase('wild dogs'), { words: ['wild', 'dogs'] })).toEqual(['Canines', 'Wolves'])
      expect(await found({ kind: 'word', word: 'hounds', fields: ['heading'] })).toEqual([])
      expect(await found({ kind: 'word', word: 'hounds', fields: ['variants'] })).toEqual(['Dogs'])
    })

    test('a phrase matches adjacent words within one heading or variant', async () => {
      expect(await found(phrase('guide dogs'))).toEqual(['Guide dogs'])
      expect(await found(phrase('dogs guide'))).toEqual([])
      // The end of one variant and the beginning of the next.
      expect(await found(phrase('hounds domestic'))).toEqual([])
      expect(await found(phrase('guide do', true))).toEqual(['Guide dogs'])
    })

    test('a pattern matches the words that fit it', async () => {
      const pattern = (text: string): HeadingClause => ({ kind: 'pattern', pattern: text, fields: [...both] })
      expect(await found(pattern('can*s'))).toEqual(['Canines'])
      expect(await found(pattern('d?gs'), { sort: 'heading' })).toContain('Dogs')
      expect(await found(pattern('zz*'))).toEqual([])
    })

    test('and, or, not', async () => {
      expect(await found({ kind: 'and', clauses: [word('dogs'), word('fiction')] })).toEqual(['Dogs -- Fiction'])
      expect(
        await found({ kind: 'and', clauses: [word('dogs'), { kind: 'not', clause: word('fiction') }] }),
      ).not.toContain('Dogs -- Fiction')
      expect(
        await found({ kind: 'or', clauses: [word('maori'), word('dahl')], atLeast: 1 }, { sort: 'heading' }),
      ).toEqual(['Dahl, Roald, 1916-1990', 'Māori (New Zealand people)'])
    })

    test('sorted by heading, in either direction, without an initial article', async () => {
      const ascending = await found(all, { sort: 'heading' })
      expect(ascending.slice(-4, -1)).toEqual(['The long patrol', 'Māori (New Zealand people)', 'Redwall'])
      expect(await found(all, { sort: 'headingDescending' })).toEqual(ascending.toReversed())
      expect(await found(all)).toEqual(ascending)
    })

    test('pages follow each other without a gap', async () => {
      for (const sort of ['relevance', 'heading', 'headingDescending'] as const) {
        const whole = await found(word('dogs'), { sort, words: ['dogs'] })
        const pages = []
        for (let from = 0; from < whole.length; from += 4)
          pages.push(...(await found(word('dogs'), { sort, words: ['dogs'], from, size: 4 })))
        expect(pages).toEqual(whole)
      }
    })

    test('the counts of all three authorities stay, whichever is chosen', async () => {
      const of = (authorities: HeadingQuery['authorities']) => headings.search(queryOf(all, { authorities }))
      const every = await of([])
      expect(every.total).toBe(someHeadings.length)
      expect(every.ofAuthority).toEqual({ isSubject: someHeadings.length - 3, isName: 1, isSeriesTitle: 2 })
      const names = await of(['isName'])
      expect(names.ofAuthority).toEqual(every.ofAuthority)
      expect(names.hits.map(({ heading }) => heading.heading)).toEqual(['Dahl, Roald, 1916-1990'])
      expect((await of(['isName', 'isSeriesTitle'])).total).toBe(3)
    })

    test('by the first letters of a heading, ignoring an initial article', async () => {
      const beginning = (letters: string) => found({ kind: 'beginning', letters }, { sort: 'heading' })
      expect(await beginning('l')).toEqual(['The long patrol'])
      expect(await beginning('t')).toEqual([])
      expect(await beginning('dogs f')).toEqual(['Dogs -- Fiction'])
      expect(await beginning('m')).toEqual(['Māori (New Zealand people)'])
      expect(await beginning('1')).toEqual(['1984 (Year)'])
    })

    test('by a range of the sort order', async () => {
      const between = (from: string, before: string) => found({ kind: 'between', from, before }, { sort: 'heading' })
      expect(await between('0', 'a')).toEqual(['1984 (Year)'])
      expect(await between('l', 'n')).toEqual(['The long patrol', 'Māori (New Zealand people)'])
      expect(await between('n', 'l')).toEqual([])
    })

    test('by being at the top of the tree', async () => {
      const tops = await headings.topTerms({ from: 0, size: 100 })
      expect(await found({ kind: 'topTerm' }, { sort: 'heading' })).toEqual(tops.items.map(({ heading }) => heading))
      expect(tops.items.map(({ heading }) => heading)).toContain('Canines')
    })

    test('by record number, and by the code of an authority', async () => {
      expect(await found({ kind: 'ids', ids: ['3', 'nobody', '1'] }, { sort: 'heading' })).toEqual(['Canines', 'Dogs'])
      expect(await found({ kind: 'scheme', of: 'topicAuthority', codes: ['scot'] })).toEqual(['Dogs'])
      expect(await found({ kind: 'scheme', of: 'nameAuthority', codes: ['local'] })).toHaveLength(3)
      expect(await headings.heading('nobody')).toBeUndefined()
    })

    test('a heading that names another as broader is narrower there, and likewise for all references', async () => {
      const named = (list: { heading: string }[]) => list.map(({ heading }) => heading)
      const canines = (await headings.heading('3'))!
      expect(named(canines.narrower)).toEqual(['Dogs', 'Wolves'])
      expect(canines.narrower[0]).toEqual({ recordId: '1', heading: 'Dogs' })
      expect(named((await headings.heading('4'))!.broader)).toEqual(['Canines'])
      expect(named((await headings.heading('5'))!.related)).toEqual(['Dogs'])
      expect(named((await headings.heading('8'))!.later)).toEqual(['Redwall'])
    })

    test('references stay within one authority, and name headings without a record here', async () => {
      const scot = (await headings.heading('7'))!
      expect(scot.narrower).toEqual([])
      expect(scot.broader).toEqual([{ recordId: '', heading: 'Canines' }])
    })

    test('the index has each subject heading and each of its variants, by letter', async () => {
      const letters = await headings.letters()
      expect(letters.map(({ letter }) => letter).join('')).toBe('0cdghmw')
      const d = await headings.index('d', { from: 0, size: 100 })
      expect(d.total).toBe(letters.find(({ letter }) => letter === 'd')!.count)
      expect(d.items.map(({ seeFrom, heading }) => (seeFrom ? `${seeFrom} → ${heading}` : heading))).toEqual([
        'Dogs',
        'Dogs',
        'Dogs -- Fiction',
        'Dogs (Mythology)',
        'Dogs, Wild → Wolves',
        'Domestic dogs → Dogs',
      ])
      expect((await headings.index('d', { from: 1, size: 2 })).items).toEqual(d.items.slice(1, 3))
      for (const from of [6, 99_999_900])
        expect(await headings.index('d', { from, size: 100 })).toEqual({ total: d.total, items: [] })
      expect((await headings.index('0', { from: 0, size: 9 })).items.map(({ heading }) => heading)).toEqual([
        '1984 (Year)',
      ])
      expect(await headings.index('q', { from: 0, size: 9 })).toEqual({ total: 0, items: [] })
    })

    test('the tree begins at headings without a broader one, and goes down', async () => {
      const top = await headings.topTerms({ from: 0, size: 100 })
      expect(top).toEqual({ total: 1, items: [{ recordId: '3', heading: 'Canines', scheme: 'scisshl', narrower: 2 }] })
      const below = await headings.narrowerTerms('3', { from: 0, size: 100 })
      expect(below.items.map(({ heading, narrower }) => [heading, narrower])).toEqual([
        ['Dogs', 1],
        ['Wolves', 0],
      ])
      expect((await headings.narrowerTerms('3', { from: 1, size: 1 })).items.map(({ heading }) => heading)).toEqual([
        'Wolves',
      ])
    })
  })

  describe(`${name}: loading`, () => {
    let headings: HeadingsPort
    beforeAll(async () => {
      headings = await open()
    })
    afterAll(() => headings?.close())

    test('counts added, changed and unchanged headings; changed ones are found in their new form', async () => {
      const [dogs, cats] = [headingOf('1', 'Dogs'), headingOf('2', 'Cats', { variants: ['Felines'] })]
      expect(await headings.write([dogs, cats])).toEqual({ loaded: 2, updated: 0, unchanged: 0 })
      const changed = { ...cats, heading: 'House cats', headingSort: 'house cats' }
      expect(await headings.write([dogs, changed])).toEqual({ loaded: 0, updated: 1, unchanged: 1 })
      const found = async (text: string) => (await headings.search(queryOf(word(text)))).total
      expect([await found('house'), await found('felines'), await found('dogs')]).toEqual([1, 1, 1])
      expect((await headings.index('c', { from: 0, size: 9 })).total).toBe(0)
      expect(await headings.remove(['2', 'nobody'])).toBe(1)
      expect([await found('house'), (await headings.stats()).headings]).toEqual([0, 1])
    })

    test('an aborted load changes nothing, and the next one succeeds', async () => {
      const before = await headings.stats()
      function* broken(): Generator<HeadingDocument> {
        yield headingOf('77', 'Never there')
        throw new Error('The file cannot be read further.')
      }
      await expect(headings.write(broken())).rejects.toThrow('cannot be read further')
      expect(await headings.stats()).toEqual(before)
      expect(await headings.write([headingOf('78', 'There')])).toEqual({ loaded: 1, updated: 0, unchanged: 0 })
    })

    test('searches continue during a load, and see all of it once it ends', async () => {
      const before = await headings.stats()
      let goOn = () => {}
      const held = new Promise<void>((resolve) => {
        goOn = resolve
      })
      async function* slow(): AsyncGenerator<HeadingDocument> {
        yield headingOf('79', 'Slowly')
        await held
        yield headingOf('80', 'Slowly too')
      }
      const load = headings.write(slow())
      expect((await headings.search(queryOf(word('slowly')))).total).toBe(0)
      goOn()
      await load
      expect((await headings.search(queryOf(word('slowly')))).total).toBe(2)
      expect((await headings.stats()).headings).toBe(before.headings + 2)
    })

    test('in the index other scripts come after Z, apart from figures', async () => {
      await headings.write([
        headingOf('r1', 'Война'),
        headingOf('r2', '東京'),
        headingOf('r3', '3D printing'),
        headingOf('r4', 'Élan', { variants: ['Ελλάδα'] }),
      ])
      const lines = async (letter: string) =>
        (await headings.index(letter, { from: 0, size: 9 })).items.map(({ seeFrom, heading }) => seeFrom || heading)
      expect((await headings.letters()).at(-1)).toEqual({ letter: 'other', count: 3 })
      expect(await lines('other')).toEqual(['Ελλάδα', 'Война', '東京'])
      expect(await lines('0')).toEqual(['3D printing'])
      expect(await lines('e')).toContain('Élan')
    })

    test('a reference by record number is resolved, however the heading is spelt', async () => {
      await headings.write([
        headingOf('sh 1', 'Animals'),
        headingOf('sh 2', 'Cats', {
          broader: [{ heading: 'Animals (formerly)', number: 'sh1' }],
          related: named('Cats', 'Nowhere'),
        }),
      ])
      expect((await headings.heading('sh 1'))!.narrower).toEqual([{ recordId: 'sh 2', heading: 'Cats' }])
      expect((await headings.heading('sh 2'))!).toMatchObject({
        broader: [{ recordId: 'sh 1', heading: 'Animals' }],
        related: [{ recordId: '', heading: 'Nowhere' }],
      })
    })
  })

  test(`${name}: totals, pages and order agree for any search`, { timeout: 60_000 }, async () => {
    const headings = await open()
    await headings.write(someHeadings)
    const words = fc.constantFrom('dogs', 'dog', 'fiction', 'wild', 'maori', 'club', '1984', 'zzz', 'and')
    const fields = fc.constantFrom<('heading' | 'variants')[]>(['heading'], ['variants'], ['heading', 'variants'])
    const { clause } = fc.letrec<{ clause: HeadingClause }>((tie) => ({
      clause: fc.oneof(
        { maxDepth: 3 },
        fc.record({ kind: fc.constant('word' as const), word: words, fields }),
        fc.record({ kind: fc.constant('pattern' as const), pattern: fc.constantFrom('d*', 'd?gs', 'w*s'), fields }),
        fc.record({
          kind: fc.constant('phrase' as const),
          words: fc.array(words, { minLength: 1, maxLength: 3 }),
          fields,
          lastIsPrefix: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant('and' as const),
          clauses: fc.array(tie('clause'), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({
          kind: fc.constant('or' as const),
          clauses: fc.array(tie('clause'), { maxLength: 3 }),
          atLeast: fc.integer({ min: 0, max: 3 }),
        }),
        fc.record({ kind: fc.constant('not' as const), clause: tie('clause') }),
      ),
    }))
    const idsOf = async (query: HeadingQuery) =>
      (await headings.search(query)).hits.map(({ heading }) => heading.recordId)
    await fc.assert(
      fc.asyncProperty(clause, fc.array(words, { maxLength: 2 }), async (headingClause, whole) => {
        const { total, ofAuthority } = await headings.search(queryOf(headingClause, { words: whole }))
        const sorted = await idsOf(queryOf(headingClause, { sort: 'heading' }))
        expect(sorted.length).toBe(total)
        expect(ofAuthority.isSubject + ofAuthority.isName + ofAuthority.isSeriesTitle).toBe(total)
        expect((await idsOf(queryOf(headingClause, { words: whole }))).toSorted()).toEqual(sorted.toSorted())
        const others = await idsOf(queryOf({ kind: 'not', clause: headingClause }))
        expect(total + others.length).toBe(someHeadings.length)
      }),
      { numRuns: 60 },
    )
    await headings.close()
  })
}
