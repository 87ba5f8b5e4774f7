import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { printOf } from '#features/downloads/server/downloads.ts'
import { book } from '#features/downloads/server/testing.ts'
import type { Pause } from '#kit/server/load/pause.ts'
import { openTakenRecords } from './taken-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('a school’s records are written at most once in five seconds, together', async () => {
  /** The pauses started so far, in ms, each with the function that ends it. */
  const pauses: { ms: number; end: () => void }[] = []
  const pause: Pause = (ms, ending) =>
    new Promise((end) => {
      pauses.push({ ms, end })
      ending?.addEventListener('abort', () => end())
    })
  const taken = openTakenRecords({ ...app, pause }, 'Z39.50')
  const take = (id: string) => taken.note('demo-hillview', 1, [printOf(book({ id, title: `Book ${id}` }))])
  const count = async () => {
    const rows = await app.db.selectFrom('downloadedRecord').select('recordId').execute()
    return rows.length
  }
  const begun = () => pauses.map(({ ms }) => ms)
  take('1')
  await expect.poll(begun).toEqual([5_000])
  expect(await count()).toBe(1)
  for (const id of ['2', '3', '4']) take(id)
  expect(await count()).toBe(1)
  pauses[0]!.end()
  await expect.poll(begun).toEqual([5_000, 5_000])
  expect(await count()).toBe(4)
  await taken.close()
})
