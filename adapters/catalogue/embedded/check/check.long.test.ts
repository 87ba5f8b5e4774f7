import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFile } from '../schema.ts'
import { checkCatalogue } from './check.ts'
import { changeBytes, flipped, makeCatalogue, withDamage } from './damage-testing.ts'

let whole: string
beforeAll(async () => {
  // Deleted records leave nothing to compare the index with.
  whole = await makeCatalogue({ changes: false })
})
afterAll(() => rmSync(whole, { recursive: true, force: true }))

test('every flipped bit of the shortest parts is found', { timeout: 300_000 }, async () => {
  // Only parts for skipping need many records, and with few a check takes a tenth of the time.
  const few = await makeCatalogue({ changes: false, records: 30 })
  expect(flipEveryBit(few, () => true)).toContain('stems.starts')
  rmSync(few, { recursive: true, force: true })
  const many = withDamage(whole, () => {})
  expect(flipEveryBit(many, (name) => name.startsWith('skip'))).toHaveLength(3)
  rmSync(many, { recursive: true, force: true })
})

/** Flips each bit of the parts of at most 16 bytes, one at a time. Returns their names. */
function flipEveryBit(folder: string, isMeant: (name: string) => boolean): string[] {
  const db = openFile(folder)
  const short = db
    .prepare('select name, length(bytes) as length from segment_part where length(bytes) between 1 and 16')
    .all() as { name: string; length: number }[]
  const names = short.filter(({ name }) => isMeant(name))
  for (const { name, length } of names)
    for (let place = 0; place < length * 8; place++) {
      const value = { table: 'segment_part', where: `name = '${name}'`, fixSum: true }
      const flip = () => changeBytes(db, value, (bytes) => flipped(bytes, place >> 3, place & 7))
      flip()
      expect(checkCatalogue(folder).differences, `${name}, bit ${place}`).not.toEqual([])
      flip()
    }
  expect(checkCatalogue(folder).differences).toEqual([])
  db.close()
  return names.map(({ name }) => name)
}
