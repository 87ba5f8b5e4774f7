import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { serialize } from 'node:v8'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkCatalogue } from './check/check.ts'
import { alwaysEmpty, changeBytes, flipped, makeCatalogue, sizes, withDamage } from './check/damage-testing.ts'
import { IndexUnusable } from './check/index-unusable.ts'
import { inspectIndex } from './check/look-at-index.ts'
import { streams } from './index/chunks.ts'
import { partNames, segmentParts } from './index/segment.ts'
import { rebuildIndex } from './rebuild/rebuild.ts'
import { openFile } from './schema.ts'
import { answersOf } from './search/answers-testing.ts'
import { openInOneThread } from './search/one-thread-testing.ts'

let whole: string
let before: string
let damaged: string | undefined

beforeAll(async () => {
  whole = await makeCatalogue({ changes: true })
  before = await answers(whole)
})
afterAll(() => rmSync(whole, { recursive: true, force: true }))
afterEach(() => {
  if (damaged) rmSync(damaged, { recursive: true, force: true })
  damaged = undefined
})

/** As text: comparing it takes a twentieth of what comparing thousands of objects takes. */
async function answers(folder: string) {
  const opened = openInOneThread(folder, sizes)
  try {
    return JSON.stringify(await answersOf(opened.catalogue), undefined, 1)
  } finally {
    opened.close()
  }
}

const faultsIn = (folder: string) =>
  checkCatalogue(folder)
    .differences.flatMap(({ kind, examples }) => [kind, ...examples])
    .join('\n')

/** Everything stored, except the numbers that each rebuild assigns again. */
function contentOf(db: DatabaseSync): string {
  const content = createHash('sha256')
  for (const sql of [
    'select * from record order by row',
    'select live, records, deleted, deleted_count from segment order by id',
    'select name, bytes, sum from segment_part order by segment, name',
    'select stream, bytes, sum from segment_stream order by segment, stream',
    'select bytes, sum from segment_hash order by segment',
    'select bytes from chunk order by key',
    'select field, first, value_list, sum from facet_chunk order by id',
    'select * from removed order by row',
  ])
    content.update(serialize(db.prepare(sql).all()))
  return content.digest('hex')
}

const repaired = new Set<string>()

/** After a rebuild, the damaged file's index answers as before. */
async function expectRepaired(folder: string) {
  const db = openFile(folder)
  await rebuildIndex(db, { sizes })
  const content = contentOf(db)
  db.close()
  // Checks and answers of the same bytes are the same, and take most of the time.
  if (repaired.has(content)) return
  expect(faultsIn(folder)).toBe('')
  expect(await answers(folder)).toBe(before)
  repaired.add(content)
}

/** The reason that a search or a load would get when it opens the file. */
async function openingOf(folder: string): Promise<string> {
  const { reason } = inspectIndex(folder)
  return (
    reason ??
    (await answers(folder).then(
      () => '',
      (error: unknown) => (error as Error).message,
    ))
  )
}

test('an undamaged catalogue shows no differences', () => {
  expect(checkCatalogue(whole)).toEqual({ records: 317, differences: [], needsBackup: false })
})

test('its records fill every part that can be damaged', () => {
  const db = openFile(whole)
  const empty = db.prepare('select name from segment_part where segment = 1 and length(bytes) = 0').all()
  db.close()
  expect(empty.map(({ name }) => name).sort()).toEqual([...alwaysEmpty].sort())
})

describe.each(partNames)('the part “%s”', (name) => {
  const where = `segment = 1 and name = '${name}'`
  const damages: [string, (db: DatabaseSync) => void][] = [
    ['lost', (db) => db.exec(`delete from segment_part where ${where}`)],
    ...(alwaysEmpty.includes(name)
      ? []
      : ([
          [
            'cut short',
            (db) =>
              changeBytes(db, { table: 'segment_part', where }, (bytes) => bytes.slice(0, -segmentParts[name].width)),
          ],
          [
            'with a flipped bit',
            (db) => changeBytes(db, { table: 'segment_part', where }, (bytes) => flipped(bytes, bytes.length >>> 1)),
          ],
        ] as [string, (db: DatabaseSync) => void][])),
  ]
  test.each(damages)('%s, is named and rebuilt', async (_, damage) => {
    damaged = withDamage(whole, damage)
    const faults = faultsIn(damaged)
    expect(faults).toContain(`Segment 1`)
    expect(faults).toContain(`“${name}”`)
    expect(await openingOf(damaged)).toContain(`“${name}”`)
    await expectRepaired(damaged)
  })
})

const mostParts = partNames.filter((name) => !alwaysEmpty.includes(name))

/** With valid checksums, as a faulty program would write it. */
test.each(mostParts)('the part “%s”, written too short, is rejected', async (name) => {
  const value = { table: 'segment_part', where: `segment = 1 and name = '${name}'`, fixSum: true }
  const { width } = segmentParts[name]
  for (const [cut, sentence] of [
    [width, /Segment 1 has a part “.*” of the wrong length/],
    ...(width > 1 ? [[1, `Segment 1 has half a number in the part “${name}”`] as const] : []),
  ] as const) {
    const short = withDamage(whole, (db) => changeBytes(db, value, (bytes) => bytes.slice(0, -cut)))
    await expect(answers(short)).rejects.toThrow(sentence)
    rmSync(short, { recursive: true })
  }
})

describe.each(streams)('the %s', (stream) => {
  const key = `(select min(key) from chunk where key >= ${stream === 'postings' ? 2 : 3} * 4194304)`
  test.each<[string, (db: DatabaseSync) => void]>([
    ['lost', (db) => db.exec(`delete from chunk where key = ${key}`)],
    ['cut short', (db) => changeBytes(db, { table: 'chunk', where: `key = ${key}` }, (bytes) => bytes.slice(0, -1))],
    ['with a flipped bit', (db) => changeBytes(db, { table: 'chunk', where: `key = ${key}` }, (b) => flipped(b, 9))],
  ])('%s, are named and rebuilt', async (kind, damage) => {
    damaged = withDamage(whole, damage)
    expect(faultsIn(damaged)).toMatch(new RegExp(`Segment 1 .*${stream}`))
    if (kind !== 'with a flipped bit') expect(await openingOf(damaged)).toContain(stream)
    await expectRepaired(damaged)
  })
})

test.each<[string, string, RegExp]>([
  ['the hashes are lost', 'delete from segment_hash where segment = 1', /lacks its hashes/],
  ['the hashes are cut', "update segment_hash set bytes = x'00' where segment = 1", /other hashes/],
  [
    'a mark of deletion is lost',
    'update segment set deleted = zeroblob(length(deleted)) where id = 1',
    /marks of deletion/,
  ],
  ['a segment is lost', 'delete from segment where id = 1', /records/],
  ['values of facets are lost', 'delete from facet_chunk where id = 1', /values of its facets are lost/],
  [
    'a value of a facet is another',
    "update facet_chunk set value_list = replace(value_list, 'Magic', 'Music')",
    /other values/,
  ],
  ['a facet is unknown, as one of a newer program', "update facet_chunk set field = 'shape' where id = 1", /no facet/],
  ['the manifest is empty', 'delete from manifest', /lost its manifest/],
  ['the manifest is lost', 'drop table manifest', /lost its manifest/],
  [
    'the manifest is of another time',
    'update manifest set next_row = 5, next_segment = 1, next_facet_chunk = 1',
    /rows/,
  ],
  ['tables are lost', 'drop table segment_hash; drop table segment_stream; drop table chunk', /lacks the table/],
])('%s: check reports it, and the index is rebuilt', async (_, sql, sentence) => {
  damaged = withDamage(whole, (db) => db.exec(sql))
  expect(faultsIn(damaged)).toMatch(sentence)
  await expectRepaired(damaged)
})

test('a missing part is never read as an empty column: searches and loads are refused', async () => {
  damaged = withDamage(whole, (db) => db.exec("delete from segment_part where segment = 1 and name = 'idDocs'"))
  const opened = openInOneThread(damaged, sizes)
  await expect(opened.catalogue.documents(['2'])).rejects.toThrow(
    'Segment 1 lacks the part “idDocs”; run npm run catalogue -- rebuild.',
  )
  await expect(opened.catalogue.write([])).rejects.toBeInstanceOf(IndexUnusable)
  opened.close()
})

test('among rows with the same number the last wins, and the rebuild counts the superseded ones', async () => {
  damaged = withDamage(whole, (db) =>
    db.exec(
      "insert into record select 0, replace(document, 'common', 'older'), marc, encoding from record where row = 2",
    ),
  )
  expect(faultsIn(damaged)).toContain('row 0')
  const db = openFile(damaged)
  expect(await rebuildIndex(db, { sizes })).toMatchObject({ superseded: 1 })
  db.close()
  expect(faultsIn(damaged)).toBe('')
  expect(await answers(damaged)).toBe(before)
})
