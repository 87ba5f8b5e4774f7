import { expect, test } from 'vitest'
import { testApp } from '#app/testing.ts'
import { downloadsApi } from '../contract.ts'
import { book } from './testing.ts'

test('of 50 simultaneous requests none is lost, and each has its own complete file', async () => {
  const app = await testApp()
  const numbers = Array.from({ length: 500 }, (_, n) => String(1000 + n))
  await app.catalogue.write(numbers.map((id) => book({ id })))
  // Each asks for other records, in a different order.
  const lists = Array.from({ length: 50 }, (_, turn) =>
    Array.from({ length: 100 }, (_, n) => numbers[(turn * 7 + n * 3) % numbers.length]!),
  )
  const create = app.as('lakeside')
  const made = await Promise.all(
    lists.map((identities) => create(downloadsApi.createRequest, { identities, requestName: identities[0] })),
  )
  const ids = made.map(({ response }) => response.id)
  expect(new Set(ids).size).toBe(50)
  const unfinished = async () => {
    const rows = await app.db.selectFrom('downloadRequest').select(['status']).execute()
    return [rows.length, rows.filter(({ status }) => status !== 'READY').length]
  }
  await expect.poll(unfinished, { timeout: 120_000 }).toEqual([50, 0])
  for (const [turn, id] of ids.entries()) {
    const file = await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${id}` })
    expect(file.rawPayload.equals(Buffer.concat(lists[turn]!.map((number) => book({ id: number }).marc)))).toBe(true)
  }
  await app.close()
}, 180_000)
