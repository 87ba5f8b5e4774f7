import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '#kit/runs-testing.ts'
import { streams, sumOfStream } from '../index/chunks.ts'
import { partNames } from '../index/segment.ts'
import { checkCatalogue } from './check.ts'
import { alwaysEmpty, changeBytes, flipped, makeCatalogue, withDamage } from './damage-testing.ts'

const numRuns = Number(process.env.CHECK_RUNS ?? runs(40, 200))

let whole: string
beforeAll(async () => {
  // Deleted records leave nothing to compare the index with.
  whole = await makeCatalogue({ changes: false })
})
afterAll(() => rmSync(whole, { recursive: true, force: true }))

const values = [
  ...partNames
    .filter((name) => !alwaysEmpty.includes(name))
    .map((name) => ({ table: 'segment_part', where: `segment = 1 and name = '${name}'`, fixSum: true })),
  ...streams.map((_, i) => ({
    table: 'chunk',
    where: `key = (select min(key) from chunk where key >= ${2 + i} * 4194304)`,
    fixSum: false,
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
