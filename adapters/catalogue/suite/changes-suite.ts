import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CataloguePort, ChangesQuery } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from './documents.ts'

const english = recordOf({ id: '1', title: 'Nouns', scisType: 'Book', scisLearningArea: ['English', 'Arts'] })
const science = recordOf({ id: '2', title: 'Atoms', scisType: 'DVD', scisLearningArea: ['Science'] })
const edited = recordOf({ id: '1', title: 'Nouns and verbs', scisType: 'Book', scisLearningArea: ['English'] })
const third = recordOf({ id: '3', title: 'Cells', scisType: 'Book', scisLearningArea: ['Science'] })

export function describeChanges(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeEach(async () => {
    catalogue = await open()
  })
  afterEach(() => catalogue?.close())

  const list = (query: Partial<ChangesQuery> = {}) => catalogue.changes({ limit: 100, ...query })
  const idsOf = async (query: Partial<ChangesQuery> = {}) => (await list(query)).map(({ id }) => id)
  /** Makes a change in another second than all before it. Returns when it became visible. */
  async function atAnotherTime(change: () => Promise<unknown>): Promise<number> {
    const last = (await list()).at(-1)?.changedAt ?? 0
    await vi.waitUntil(() => Date.now() / 1000 >= last, { timeout: 5_000 })
    await change()
    return (await list()).at(-1)!.changedAt
  }

  test('an empty catalogue has no changes', async () => {
    expect(await list()).toEqual([])
    expect(await catalogue.changesOf(['1'])).toEqual(new Map())
  })

  test('lists each record once, at its last change', async () => {
    const begun = Math.floor(Date.now() / 1000)
    await catalogue.write([english, science])
    const [first] = await list()
    expect(first!.changedAt).toBeGreaterThanOrEqual(begun)
    expect(first!.changedAt).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 1)
    await catalogue.write([edited, science])
    expect(await idsOf()).toEqual(['2', '1'])
    await catalogue.write([edited, science])
    expect(await idsOf()).toEqual(['2', '1'])
  })

  test('a removed record is listed with its values until it is loaded again', async () => {
    await catalogue.write([english, science])
    await catalogue.remove(['1', 'nobody'])
    expect((await list()).map(({ id, removed }) => ({ id, removed }))).toEqual([
      { id: '2', removed: undefined },
      { id: '1', removed: { scisType: ['Book'], scisLearningArea: ['Arts', 'English'] } },
    ])
    await catalogue.write([third])
    await catalogue.write([english])
    expect((await list()).map(({ id, removed }) => ({ id, removed }))).toEqual(
      ['2', '3', '1'].map((id) => ({ id, removed: undefined })),
    )
    await catalogue.remove(['1'])
    expect(await idsOf()).toEqual(['2', '3', '1'])
  })

  test('from and until are inclusive', async () => {
    const one = await atAnotherTime(() => catalogue.write([english, science]))
    const two = await atAnotherTime(() => catalogue.write([edited, third]))
    const three = await atAnotherTime(() => catalogue.remove(['3']))
    expect(await idsOf({ from: one })).toEqual(['2', '1', '3'])
    expect(await idsOf({ from: two })).toEqual(['1', '3'])
    expect(await idsOf({ from: three })).toEqual(['3'])
    expect(await idsOf({ from: three + 1 })).toEqual([])
    expect(await idsOf({ until: one - 1 })).toEqual([])
    expect(await idsOf({ until: one })).toEqual(['2'])
    expect(await idsOf({ from: two, until: three - 1 })).toEqual(['1'])
    const stamps = await catalogue.changesOf(['3', '1', '2', 'nobody'])
    expect([...stamps].map(([id, { changedAt, removed }]) => [id, changedAt, removed !== undefined]).sort()).toEqual([
      ['1', two, false],
      ['2', one, false],
      ['3', three, true],
    ])
  })

  test('only records with a value, also when they are removed', async () => {
    await catalogue.write([english, science, third])
    await catalogue.remove(['2'])
    const having = (field: 'scisType' | 'scisLearningArea', ...values: string[]) => idsOf({ values: { field, values } })
    expect(await having('scisLearningArea', 'Science')).toEqual(['3', '2'])
    expect(await having('scisType', 'DVD', 'Map')).toEqual(['2'])
    expect(await having('scisType', 'Book')).toEqual(['1', '3'])
    expect(await having('scisLearningArea', 'Dance')).toEqual([])
  })

  test('each nth change and the last one divide the list', async () => {
    expect(await list({ every: 2 })).toEqual([])
    await catalogue.write(['1', '2', '3', '4', '5', '6', '7'].map((id) => recordOf({ id, title: 'One' })))
    await catalogue.remove(['2', '6'])
    await catalogue.write([recordOf({ id: '3', title: 'Two' }), recordOf({ id: '2', title: 'Again' })])
    const all = await list()
    expect(all).toHaveLength(7)
    for (const every of [1, 2, 3, 7, 8]) {
      const wanted = all.filter((_, at) => (at + 1) % every === 0 || at === all.length - 1)
      expect(await list({ every })).toEqual(wanted)
      expect(await list({ every, limit: 1 })).toEqual(wanted.slice(0, 1))
    }
    const after = all[2]!.cursor
    expect(await list({ every: 2, after })).toEqual([all[4], all[6]])
  })

  test('reading on after a cursor misses no change, despite loads and removals in between', async () => {
    await catalogue.write(Array.from({ length: 40 }, (_, i) => recordOf({ id: String(i + 1), title: 'One' })))
    const held = new Set<string>()
    let after: string | undefined
    for (let round = 0; ; round++) {
      const page = await catalogue.changes({ limit: 10, ...(after === undefined ? {} : { after }) })
      for (const { id, removed } of page) {
        if (removed) held.delete(id)
        else held.add(id)
      }
      if (page.length === 0) break
      after = page.at(-1)!.cursor
      if (round === 0) await catalogue.remove(['1', '40'])
      if (round === 1) await catalogue.write([recordOf({ id: '5', title: 'Two' }), recordOf({ id: '41' })])
    }
    const all: string[] = []
    for await (const id of catalogue.ids()) all.push(id)
    expect([...held].sort()).toEqual(all.sort())
  })
}
