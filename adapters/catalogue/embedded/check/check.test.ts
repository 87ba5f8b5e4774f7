import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streams, sumOfStream } from '../index/chunks.ts'
import { partNames } from '../index/segment.ts'
import { openFile } from '../schema.ts'
import { checkCatalogue } from './check.ts'
import { alwaysEmpty, changeBytes, flipped, makeCatalogue, withDamage } from './damage-testing.ts'

const numRuns = Number(process.env.CHECK_RUNS ?? 200)

let whole: string
beforeAll(async () => {
  // Deleted records leave nothing to compare the index with.
  whole = await makeCatalogue({ changes: false })
})
afterAll(() => rmSync(whole, { recursive: true, force: true }))

const values = [
  ...partNames
    .filter((name) => !alwaysEmpty.includes(name))
    .map((name) => ({ table: 'segment_part', where: `segment = 1 and name = '${name}'`, mendSum: true })),
  ...streams.map((_, i) => ({
    table: 'chunk',
    where: `key = (select min(key) from chunk where key >= ${2 + i} * 4194304)`,
    mendSum: false,
  })),
]

test('any flipped bit in the index is found, even if its checksum was updated to match', {
  timeout: 300_000,
}, () => {
  fc.assert(
    fc.property(fc.constantFrom(...values), fc.nat(), fc.nat(7), (value, at, bit) => {
      const changed = withDamage(whole, (db) => {
        changeBytes(db, value, (bytes) => flipped(bytes, at % bytes.length, bit))
        for (const stream of streams)
          db.prepare('update segment_stream set sum = ? where stream = ?').run(sumOfStream(db, 1, stream).sum, stream)
      })
      try {
        expect(checkCatalogue(changed).differences, value.where).not.toEqual([])
      } finally {
        rmSync(changed, { recursive: true, force: true })
      }
    }),
    { numRuns },
  )
})

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
      const value = { table: 'segment_part', where: `name = '${name}'`, mendSum: true }
      const flip = () => changeBytes(db, value, (bytes) => flipped(bytes, place >> 3, place & 7))
      flip()
      expect(checkCatalogue(folder).differences, `${name}, bit ${place}`).not.toEqual([])
      flip()
    }
  expect(checkCatalogue(folder).differences).toEqual([])
  db.close()
  return names.map(({ name }) => name)
}

test.each<[string, string, string, RegExp]>([
  ['a record is lost', 'delete from record where row = 7', 'in the index without a record', /^7$/],
  [
    'a document is another',
    "update record set document = replace(document, 'common', 'comical') where row = 7",
    'not found by exactly their words',
    /^7$/,
  ],
  [
    'MARC bytes are others',
    "update record set marc = cast(replace(cast(marc as text), 'Subject', 'Object!') as blob) where row = 7",
    'with other content than the index was made of',
    /^7$/,
  ],
  [
    'MARC bytes are none',
    "update record set marc = x'00' where row = 7",
    'that cannot be read',
    /^Record 7 \(row 7\): its MARC cannot be read$/,
  ],
  [
    'a record has come by',
    'insert into record select 301, replace(document, \'"id":"7"\', \'"id":"x7"\'), marc, encoding from record where row = 7; update manifest set next_row = 302',
    'not found by their number',
    /^x7$/,
  ],
  [
    'a record has another identifier',
    "update record set document = replace(document, '9780000000007', '9780000009999') where row = 7",
    'not found by an identifier',
    /^7 by 9780000009999$/,
  ],
  [
    'a record has another value of a facet',
    'update record set document = replace(document, \'"Book"\', \'"E-book"\') where row = 8',
    'with other values of the facet “scisType”',
    /^8$/,
  ],
])('%s: check names the record', (_, sql, kind, example) => {
  const changed = withDamage(whole, (db) => db.exec(sql))
  const found = checkCatalogue(changed).differences.find((each) => each.kind === kind)
  rmSync(changed, { recursive: true, force: true })
  expect(found).toMatchObject({ count: 1, examples: [expect.stringMatching(example)] })
})
