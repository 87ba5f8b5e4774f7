import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { recordOf } from './documents.ts'
import { everyField, idsOf, pattern, phrase, queryOf, word } from './queries.ts'

const note = 'Zanzibarks the otter mauled'
const noted = recordOf({ id: '1', title: 'The river otter', localNotes: [note] })
const others = ['Otters', 'Zanzibar', 'A mauled book'].map((title, i) => recordOf({ id: String(i + 2), title }))

/** The same record, as an earlier version loaded it: its document has the local notes among the others. */
function formerly({ document, encoding }: CatalogueRecord): CatalogueRecord {
  const field = (tag: string, ...subfields: [string, string][]) => ({
    ...{ tag, ind1: ' ', ind2: ' ' },
    subfields: subfields.map(([code, value]) => ({ code, value })),
  })
  const fields = [
    field('590', ['a', 'Zanzibarks the'], ['x', 'otter mauled']),
    field('880', ['6', '590-00'], ['a', note]),
  ]
  const { localNotes: _, ...searched } = document.searched
  return {
    document: { ...document, searched: { ...searched, notes: ['Zanzibarks the', note, 'For all.'] } },
    marc: encodeRecord({ leader: '00000nam a2200000 a 4500', fields: [{ tag: '001', value: '1' }, ...fields] }).bytes,
    encoding,
  }
}

const ways: [name: string, clause: (fields: SearchField[]) => Clause][] = [
  ['the word', (fields) => word('zanzibarks', fields)],
  ['its stem', (fields) => word('zanzibark', fields)],
  ['its beginning', (fields) => pattern('zanzibark*', fields)],
  ['letters of it', (fields) => pattern('z?nz*barks', fields)],
  ['its end', (fields) => pattern('*zibarks', fields)],
  ['a phrase', (fields) => phrase('zanzibarks the otter', false, fields)],
  ['a phrase begun', (fields) => phrase('the otter mau', true, fields)],
  ['a word begun', (fields) => phrase('zanzibark', true, fields)],
]

/** The words of local notes are found in the field of local notes only, and known nowhere else. */
export function describeLocalNotes(open: () => Promise<CataloguePort>) {
  const kinds = { 'loaded today': noted, 'loaded by an earlier version': formerly(noted) }
  const catalogues = new Map<string, CataloguePort>()
  beforeAll(async () => {
    for (const [name, record] of Object.entries(kinds)) {
      const catalogue = await open()
      catalogues.set(name, catalogue)
      await catalogue.write([record, ...others])
    }
  })
  afterAll(async () => {
    for (const catalogue of catalogues.values()) await catalogue.close()
  })

  const cases = Object.keys(kinds).flatMap((kind) => ways.map(([way, clause]) => [kind, way, clause] as const))
  test.each(cases)('a record %s is found by %s of a local note by staff alone', async (kind, _, clause) => {
    const catalogue = catalogues.get(kind)!
    const staff = clause([...everyField, 'localNotes'])
    expect(await idsOf(catalogue, staff)).toEqual(['1'])
    expect(await idsOf(catalogue, staff, { sort: [{ key: 'titleSort', descending: false }] })).toEqual(['1'])
    expect(await idsOf(catalogue, clause(['localNotes']))).toEqual(['1'])
    expect(await idsOf(catalogue, { kind: 'not', clause: staff })).toHaveLength(3)
    expect(await catalogue.counts([staff, clause(everyField), clause(['notes'])])).toEqual([1, 0, 0])
    expect(await idsOf(catalogue, clause(everyField))).toEqual([])
  })

  test.each(Object.keys(kinds))('what is common to a local note and a title is found in both: %s', async (kind) => {
    const catalogue = catalogues.get(kind)!
    const both = { kind: 'and' as const, clauses: [word('otter'), word('mauled', ['title', 'localNotes'])] }
    expect(await idsOf(catalogue, both)).toEqual(['1'])
    expect((await idsOf(catalogue, word('mauled', ['title', 'localNotes']))).sort()).toEqual(['1', '4'])
    expect((await idsOf(catalogue, pattern('maul*', ['title', 'localNotes']))).sort()).toEqual(['1', '4'])
    expect(await idsOf(catalogue, pattern('maul*'))).toEqual(['4'])
  })

  test.each(Object.keys(kinds))('no list of words, no pattern and no spelling knows them: %s', async (kind) => {
    const catalogue = catalogues.get(kind)!
    const words = await catalogue.terms({ of: 'words', from: '', backwards: false, limit: 1000 })
    const before = await catalogue.terms({ of: 'words', from: '\u{10ffff}', backwards: true, limit: 1000 })
    expect(before.reverse()).toEqual(words)
    expect(words).toEqual(expect.arrayContaining(['mauled', 'otter', 'zanzibar']))
    expect(words.filter((term) => /zanzibarks/.test(term))).toEqual([])
    expect(await catalogue.terms({ of: 'words', from: ' ', backwards: false, limit: 1 })).toEqual(words.slice(0, 1))
    for (const like of ['*', 'zanzibark*', '*barks', '?zanzibarks', 'zanz?barks'])
      expect(await catalogue.wordsLike(like, 1000)).not.toContainEqual(expect.stringContaining('zanzibarks'))
    for (const inContext of [false, true]) {
      const near = await catalogue.spellings(['zanzibrks', 'zanzibarkss', 'zanzibark', 'zanzibaks'], { inContext })
      expect([...near.values()].flat()).not.toContainEqual(expect.stringContaining('zanzibarks'))
    }
    expect(await catalogue.suggest('zanzibarks')).toEqual([])
    const { total } = await catalogue.search(queryOf({ kind: 'all' }))
    expect(total).toBe(4)
  })
}
