import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { printOf } from '#features/downloads/server/downloads.ts'
import { book } from '#features/downloads/server/testing.ts'
import { openTakenRecords } from './taken-records.ts'

/** The pauses begun so far, in ms, each with the function that ends it. */
const pauses = vi.hoisted(() => [] as { ms: number; end: () => void }[])
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: (ms: number, _value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<void>((end) => {
      pauses.push({ ms, end })
      signal?.addEventListener('abort', () => end())
    }),
}))

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

test('a school’s records are written at most once in five seconds, together', async () => {
  const taken = openTakenRecords(app, 'Z39.50')
  const take = (id: string) => taken.note('demo-hillview', 1, [printOf(book({ id, title: `Book ${id}` }))])
  const count = async () => {
    const rows = await app.db.selectFrom('downloadedRecord').select('recordId').execute()
    return rows.length
  }
  const ofTaken = () => pauses.filter(({ ms }) => ms === 5_000)
  take('1')
  await expect.poll(() => ofTaken().length).toBe(1)
  expect(await count()).toBe(1)
  for (const id of ['2', '3', '4']) take(id)
  expect(await count()).toBe(1)
  ofTaken()[0]!.end()
  await expect.poll(() => ofTaken().length).toBe(2)
  expect(await count()).toBe(4)
  await taken.close()
})
