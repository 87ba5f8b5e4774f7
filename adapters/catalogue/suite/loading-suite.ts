import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf, someRecords } from './documents.ts'
import { idsOf, listOf, queryOf, word } from './queries.ts'

const first = recordOf({ id: '9', title: 'First words', isbn13: ['9780142410370'] })
const second = recordOf({ id: '10', title: 'Second thoughts', isbn13: ['9780142410370'] })
const changed = recordOf({ id: '9', title: 'Last words' })

export function describeLoading(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeEach(async () => {
    catalogue = await open()
  })
  afterEach(() => catalogue?.close())

  test('an empty catalogue answers every call with nothing', async () => {
    expect(
      await catalogue.search(
        queryOf({ kind: 'all' }, { facets: [{ name: 'l', field: 'language', size: 5, minCount: 1 }] }),
      ),
    ).toEqual({
      total: 0,
      hits: [],
      facets: { l: [] },
    })
    expect(await catalogue.lookup(['1'])).toEqual(new Map())
    expect(await listOf(catalogue.fetch(['1']))).toEqual([])
    expect(await listOf(catalogue.ids())).toEqual([])
    expect(await catalogue.documents(['1'])).toEqual([])
    expect(await catalogue.known(['1'])).toEqual([])
    expect(await catalogue.remove(['1'])).toBe(0)
    expect((await catalogue.stats()).records).toBe(0)
  })

  test('reports what was added, replaced and unchanged', async () => {
    expect(await catalogue.write([first, second])).toEqual({ loaded: 2, updated: 0, unchanged: 0 })
    const { generation } = await catalogue.stats()
    expect(await catalogue.write([first, second])).toEqual({ loaded: 0, updated: 0, unchanged: 2 })
    expect((await catalogue.stats()).generation).toBe(generation)
    expect(await catalogue.write([changed, second])).toEqual({ loaded: 0, updated: 1, unchanged: 1 })
    expect((await catalogue.stats()).generation).toBeGreaterThan(generation)
  })

  test('every record is read as of the start of the reading, despite concurrent loads', async () => {
    expect(await listOf(catalogue.everyRecord())).toEqual([])
    await catalogue.write(someRecords)
    await catalogue.remove([someRecords[0]!.document.id])
    const reading = catalogue.everyRecord()[Symbol.asyncIterator]()
    const begun = await reading.next()
    await catalogue.write([changed])
    await catalogue.remove([someRecords[1]!.document.id, someRecords.at(-1)!.document.id])
    const read = [begun.value as CatalogueRecord]
    for (let next = await reading.next(); !next.done; next = await reading.next()) read.push(next.value)
    const byId = (records: CatalogueRecord[]) => new Map(records.map((each) => [each.document.id, comparable(each)]))
    expect(read).toHaveLength(someRecords.length - 1)
    expect(byId(read)).toEqual(byId(someRecords.slice(1)))
  })

  test('a replaced record is found by its new words only', async () => {
    await catalogue.write([first])
    await catalogue.write([changed])
    expect(await idsOf(catalogue, word('first'))).toEqual([])
    expect(await idsOf(catalogue, word('last'))).toEqual(['9'])
    expect((await catalogue.stats()).records).toBe(1)
    expect(await catalogue.lookup(['9780142410370'])).toEqual(new Map())
  })

  test('of a record repeated in one load the last one counts, and a second load changes nothing', async () => {
    expect(await catalogue.write([first, changed])).toEqual({ loaded: 1, updated: 1, unchanged: 0 })
    expect(await idsOf(catalogue, { kind: 'all' })).toEqual(['9'])
    expect(await idsOf(catalogue, word('last'))).toEqual(['9'])
    const { generation } = await catalogue.stats()
    expect(await catalogue.write([first, changed])).toEqual({ loaded: 0, updated: 0, unchanged: 2 })
    expect((await catalogue.stats()).generation).toBe(generation)
  })

  test('a number that comes four times with two contents is one record, also in every later load', async () => {
    const twice = ['a', 'b', 'a', 'b'].map((title) => recordOf({ id: 'm1', title }))
    const last = recordOf({ id: 'z1', title: 'The last of the file' })
    await catalogue.write([...twice, last])
    const whole = async () => (await listOf(catalogue.everyRecord())).map(({ document }) => document).sort(byId)
    expect(await whole()).toEqual([twice[3]!.document, last.document])
    // Small loads until segments are merged.
    for (let n = 0; n < 20; n++) await catalogue.write([recordOf({ id: `n${n}` }), twice[n % 4]!])
    expect(await catalogue.documents(['m1', 'z1'])).toEqual([twice[3]!.document, last.document])
    expect(await idsOf(catalogue, word('file'))).toEqual(['z1'])
    expect((await listOf(catalogue.ids())).length).toBe(22)
    expect(await whole()).toHaveLength(22)
  })

  test('removed records are gone everywhere', async () => {
    await catalogue.write([first, second])
    expect(await catalogue.remove(['9', 'nobody', '9'])).toBe(1)
    expect(await idsOf(catalogue, { kind: 'all' })).toEqual(['10'])
    expect(await catalogue.lookup(['9780142410370'])).toEqual(new Map([['9780142410370', ['10']]]))
    expect(await listOf(catalogue.ids())).toEqual(['10'])
    expect(await catalogue.documents(['9', '10'])).toEqual([second.document])
    expect(await catalogue.known(['9', 'nobody', '10', ''])).toEqual(['10'])
    expect(await catalogue.write([first])).toEqual({ loaded: 1, updated: 0, unchanged: 0 })
    expect(await listOf(catalogue.ids())).toEqual(['9', '10'])
  })

  test('a load that fails half-way changes nothing', async () => {
    await catalogue.write([first])
    const broken = async function* (): AsyncIterable<CatalogueRecord> {
      yield* someRecords
      yield changed
      throw new Error('the disk of the source is gone')
    }
    await expect(catalogue.write(broken())).rejects.toThrow('the disk of the source is gone')
    expect(await listOf(catalogue.ids())).toEqual(['9'])
    expect(await idsOf(catalogue, word('first'))).toEqual(['9'])
    expect(await catalogue.write([second])).toEqual({ loaded: 1, updated: 0, unchanged: 0 })
  })

  test('returns records with their bytes, in the order requested', async () => {
    const marc8: CatalogueRecord = {
      ...recordOf({ id: 'x' }),
      marc: Uint8Array.of(0xe2, 0x65, 0x1d),
      encoding: 'marc-8',
    }
    await catalogue.write([first, second, marc8])
    const fetched = await listOf(catalogue.fetch(['x', 'nobody', '10', '9', 'x']))
    expect(fetched.map(({ document }) => document.id)).toEqual(['x', '10', '9', 'x'])
    expect(fetched[0]).toMatchObject({ encoding: 'marc-8', document: marc8.document })
    expect([...fetched[0]!.marc]).toEqual([...marc8.marc])
    expect([...fetched[2]!.marc]).toEqual([...first.marc])
  })

  test('looks up 4,000 identifiers at once, with all records that share one', async () => {
    await catalogue.write([...someRecords, first, second])
    const keys = Array.from({ length: 3996 }, (_, i) => `no such number ${i}`)
    const found = await catalogue.lookup([...keys, '9780142410370', '9780399226908', '9780142410370', '17'])
    expect([...found].sort()).toEqual([
      ['17', ['17']],
      ['9780142410370', ['5', '9', '10']],
      ['9780399226908', ['1']],
    ])
  })

  test('lists the numbers that find a record but are not shown, for 4,000 records at once', async () => {
    const searched = { properTitle: '', titles: [], authors: [], series: [], notes: [] }
    const numbers = ['9780306406157', '12345679']
    await catalogue.write([
      ...someRecords,
      recordOf({ id: '70', isbn13: ['9780142410370'], searched: { ...searched, identifiers: numbers } }),
      recordOf({ id: '71', searched: { ...searched, identifiers: ['say "no"'] } }),
    ])
    const nobody = Array.from({ length: 3996 }, (_, i) => `nobody ${i}`)
    expect(await catalogue.hiddenNumbers(['71', ...nobody, '1', '70', '71'])).toEqual(
      new Map([
        ['71', ['say "no"']],
        ['70', numbers],
      ]),
    )
    expect(await catalogue.hiddenNumbers([])).toEqual(new Map())
  })

  test('lists ids by number, then ids that are not numbers', async () => {
    await catalogue.write(['b2', '10', '9', '0100', 'a', '11'].map((id) => recordOf({ id })))
    await catalogue.write(['2', '1000'].map((id) => recordOf({ id })))
    expect(await listOf(catalogue.ids())).toEqual(['2', '9', '10', '11', '0100', '1000', 'a', 'b2'])
  })

  test('a record without any text is kept and found by its id', async () => {
    await catalogue.write([recordOf({ id: 'empty' })])
    expect(await idsOf(catalogue, { kind: 'all' }, { sort: [{ key: 'titleSort', descending: true }] })).toEqual([
      'empty',
    ])
  })

  test('many small loads make one catalogue', async () => {
    const some = someRecords.slice(0, 40)
    for (let at = 0; at < some.length; at += 2) await catalogue.write(some.slice(at, at + 2))
    await catalogue.remove(['2', '40'])
    expect((await listOf(catalogue.ids())).length).toBe(38)
    const whole = await open()
    await whole.write(some.filter(({ document }) => !['2', '40'].includes(document.id)))
    for (const clause of [word('magic'), word('the'), { kind: 'all' } as const]) {
      expect((await idsOf(catalogue, clause)).sort()).toEqual((await idsOf(whole, clause)).sort())
    }
    await whole.close()
  })
}

const byId = (a: CatalogueRecord['document'], b: CatalogueRecord['document']) => (a.id < b.id ? -1 : 1)
const comparable = ({ document, marc, encoding }: CatalogueRecord) => ({ document, marc: Buffer.from(marc), encoding })
