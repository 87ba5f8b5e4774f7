import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FetchedRecord } from './portal-calls.ts'
import { ResultSets } from './result-sets.ts'

const record = (id: string, bytes = 100): FetchedRecord => ({
  document: { id },
  marc: new Uint8Array(bytes),
  encoding: 'utf-8',
  print: { id, print: '', title: '' },
})

async function searched(first: FetchedRecord[], total = first.length) {
  const readAgain = vi.fn(async (ids: string[]) => ids.map((id) => record(id)))
  const portal = {
    search: async () => ({ total, records: first, generation: 1 }),
    ids: async () => ['later'],
    records: readAgain,
  }
  const sets = new ResultSets(portal, 'school')
  const set = await sets.make('default', true, async () => ({ kind: 'all' }))
  const read = async (start: number, last: number) => (await sets.read(set, start, last)).ids
  return { sets, set, read, readAgain }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first records come with the search, each once', async () => {
  const { read, readAgain } = await searched([record('1'), record('2'), record('3')])
  expect(await read(1, 2)).toEqual(['1', '2'])
  expect(await read(3, 3)).toEqual(['3'])
  expect(readAgain).not.toHaveBeenCalled()
  expect(await read(2, 3)).toEqual(['2', '3'])
  expect(readAgain.mock.calls).toEqual([[['2', '3']]])
})

test('after two seconds they are read again', async () => {
  const { read, readAgain } = await searched([record('1'), record('2')])
  vi.advanceTimersByTime(2_000)
  await read(1, 1)
  expect(readAgain).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await read(2, 2)
  expect(readAgain.mock.calls).toEqual([[['2']]])
})

test('one made of others does not outgrow the words of a search', async () => {
  const { sets } = await searched([])
  await sets.make('words', true, async () => ({
    kind: 'phrase',
    words: Array(128).fill('a'),
    fields: ['title'],
    lastIsPrefix: false,
  }))
  const { clause } = sets.get('words')
  await sets.make('eight', true, async () => ({ kind: 'and', clauses: Array(8).fill(clause) }))
  const nine = sets.make('nine', true, async () => ({ kind: 'and', clauses: Array(9).fill(clause) }))
  await expect(nine).rejects.toMatchObject({ messages: ['A search can have at most 1,024 words.'] })
})

test('large ones are not held', async () => {
  const { read, readAgain } = await searched([record('1', 60 * 1024), record('2', 5 * 1024)])
  await read(1, 2)
  expect(readAgain).toHaveBeenCalled()
})

test('records beyond the first are searched and read', async () => {
  const { read, readAgain } = await searched([record('1')], 11)
  expect(await read(11, 11)).toEqual(['later'])
  expect(readAgain.mock.calls).toEqual([[['later']]])
})
