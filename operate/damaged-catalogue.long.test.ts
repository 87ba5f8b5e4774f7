import {
  closeSync,
  cpSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCatalogue } from '#adapters/catalogue/embedded/check/check.ts'
import { rebuildCatalogue } from '#adapters/catalogue/embedded/rebuild/rebuild-catalogue.ts'
import { readEveryRecord, readRecordsByNumber } from '#adapters/catalogue/embedded/rows.ts'
import { databaseFile } from '#adapters/catalogue/embedded/schema.ts'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { listOf } from '#adapters/catalogue/suite/queries.ts'
import { openCatalogue } from '#app/open-catalogue.ts'
import { startError } from '#app/start-error.ts'
import { exportRecords } from '#cli/catalogue-export.ts'

/** Whatever is damaged, each command gives the right result or a clear refusal. */
let whole: string
let dataDir: string
let folder: string
let expected: { raw: string; plain: string; records: number }

const sketch = (i: number, more = {}) =>
  recordOf({
    id: String(i),
    title: `The title ${i}`,
    subjects: ['Magic', `Subject ${i}`],
    description: `${i} ${'words and words '.repeat(60)}`,
    ...more,
  })

beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'damaged-'))
  const catalogue = await openCatalogue({ dataDir: whole, openSearch: undefined })
  await catalogue.write(Array.from({ length: 150 }, (_, i) => sketch(i + 1)))
  await catalogue.write(Array.from({ length: 10 }, (_, i) => sketch(i + 20, { description: 'Replaced' })))
  await catalogue.remove(['1', '77'])
  await catalogue.close()
  use(whole)
  change('pragma wal_checkpoint(truncate)')
  const [raw, plain] = [await exported('--raw'), await exported()]
  expected = { raw: raw as string, plain: plain as string, records: 148 }
  expect(checkCatalogue(folder).differences).toEqual([])
})
afterAll(() => rmSync(whole, { recursive: true }))

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  renew()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dataDir, { recursive: true })
})

function use(dir: string) {
  dataDir = dir
  folder = join(dir, 'catalogue')
}

function renew() {
  const copy = mkdtempSync(join(tmpdir(), 'damaged-'))
  cpSync(join(whole, 'catalogue'), join(copy, 'catalogue'), { recursive: true })
  use(copy)
}

function change(sql: string) {
  const db = new DatabaseSync(databaseFile(folder))
  db.exec(sql)
  db.close()
}

const pageBytes = 8192
type Stretch = [from: number, to: number]

/** The first or last page of a table. */
function pageOf(table: string, which: 'first' | 'last'): number {
  const db = new DatabaseSync(databaseFile(folder))
  const order = which === 'first' ? 'asc' : 'desc'
  const row = db.prepare(`select pageno from dbstat where name = ? order by path ${order} limit 1`).get(table)
  db.close()
  return (row as { pageno: number }).pageno
}

function overwrite(page: number, [from, to]: Stretch, byte: number) {
  const file = openSync(databaseFile(folder), 'r+')
  writeSync(file, Buffer.alloc(to - from, byte), 0, to - from, (page - 1) * pageBytes + from)
  closeSync(file)
}

/** The message of a refusal, which must be clear. */
type Refused = { refused: string }
async function outcome<T>(act: () => T | Promise<T>): Promise<T | Refused> {
  try {
    return await act()
  } catch (error) {
    const message = startError(error)
    const refused = message instanceof Error ? message.message : String(message)
    expect(refused).toMatch(/npm run (admin -- restore|catalogue -- rebuild)/)
    expect(refused).not.toMatch(/ {4}at |JSON|undefined|SQLITE/)
    return { refused }
  }
}
const isRefused = (of: unknown): of is Refused => typeof of === 'object' && of !== null && 'refused' in of

async function exported(...given: string[]): Promise<string | Refused> {
  const out = join(dataDir, 'out.mrc')
  rmSync(out, { force: true })
  return outcome(async () => {
    await exportRecords((options) => readRecordsByNumber(folder, options), [...given, '--out', out])
    return readFileSync(out, 'latin1')
  })
}

async function started() {
  const lines: string[] = []
  const found = await outcome(async () => {
    const watch = { begins: (reason: string) => lines.push(reason), lost: (sentence: string) => lines.push(sentence) }
    const catalogue = await openCatalogue({ dataDir, openSearch: undefined }, { watch })
    const { records } = await catalogue.stats()
    await catalogue.close()
    return records
  })
  return { found, told: lines }
}

async function expectRightOrRefused(damage: () => void) {
  const damageFreshCopy = () => {
    rmSync(dataDir, { recursive: true })
    renew()
    damage()
  }
  damage()
  const checked = await outcome(() => checkCatalogue(folder))
  const copied = await outcome(async () => (await listOf(readEveryRecord(folder))).length)
  const [raw, plain] = [await exported('--raw'), await exported()]
  if (!isRefused(raw)) expect(raw === expected.raw, 'raw export').toBe(true)
  if (!isRefused(plain)) expect(plain === expected.plain, 'export').toBe(true)
  if (!isRefused(copied)) expect(copied).toBe(expected.records)
  const anyRefused = [copied, raw, plain].some(isRefused)
  if (anyRefused && !isRefused(checked)) expect(checked).toMatchObject({ needsBackup: true })

  const rebuilt = await outcome(() => rebuildCatalogue(folder))
  const after = [await exported('--raw'), await exported()]
  if (isRefused(rebuilt)) {
    // Nothing has changed.
    expect(after).toEqual([raw, plain])
    expect(isRefused(checked) || checked.needsBackup).toBe(true)
  } else {
    expect(rebuilt).toMatchObject({ records: expected.records, leftOut: 0 })
    expect(after).toEqual([expected.raw, expected.plain])
    expect(checkCatalogue(folder).differences).toEqual([])
  }

  damageFreshCopy()
  const { found } = await started()
  if (!isRefused(found)) expect(found).toBe(expected.records)
  else expect(isRefused(rebuilt)).toBe(true)

  damageFreshCopy()
  const forced = await outcome(() => rebuildCatalogue(folder, {}, { withoutLost: true }))
  if (isRefused(forced)) return { checked, rebuilt, forced }
  expect(forced!.records + forced!.leftOut).toBe(expected.records)
  expect(checkCatalogue(folder)).toMatchObject({ records: forced!.records, differences: [] })
  expect(await exported('--raw')).toEqual(expect.any(String))
  return { checked, rebuilt, forced }
}

const tables = [
  'record',
  'segment',
  'segment_part',
  'segment_stream',
  'segment_hash',
  'chunk',
  'facet_chunk',
  'manifest',
]
/** A torn write, and a page without the cells that its header counts. */
const stretches: [string, Stretch, byte: number][] = [
  ['the whole', [0, pageBytes], 0xa5],
  ['the first half', [0, pageBytes / 2], 0xa5],
  ['the second half', [pageBytes / 2, pageBytes], 0],
]

describe.each(tables)('pages of %s', (table) => {
  for (const which of ['first', 'last'] as const)
    for (const [name, stretch, byte] of stretches)
      test(`${name} of the ${which}`, { timeout: 60_000 }, async () => {
        const page = pageOf(table, which)
        if (which === 'last' && page === pageOf(table, 'first')) return
        const { rebuilt, forced } = await expectRightOrRefused(() => overwrite(page, stretch, byte))
        expect(isRefused(forced)).toBe(false)
        if (table !== 'record') expect(isRefused(rebuilt)).toBe(false)
      })
})

const values: [column: string, value: string][] = [
  ['document', "'{broken'"],
  ['document', "''"],
  ['document', "'{}'"],
  ['document', `'{"id":"9"}'`],
  ['document', "replace(document, 'Magic', 'Music')"],
  ['document', `replace(document, '{"id":"9"', '{"id":"8"')`],
  ['document', "x'00ff'"],
  ['marc', 'zeroblob(20)'],
  ['marc', "x''"],
  ['marc', "''"],
  ['encoding', "'latin'"],
  ['encoding', "''"],
]

test.each(values)('a row whose %s is %s', { timeout: 60_000 }, async (column, value) => {
  const { checked, rebuilt } = await expectRightOrRefused(() =>
    change(`update record set ${column} = ${value} where row = 9`),
  )
  expect(rebuilt).toMatchObject({ refused: expect.stringMatching(/9|lost/) })
  expect(checked).toMatchObject({ needsBackup: true })
})

test('a lost row is reported after startup, and by every command', { timeout: 60_000 }, async () => {
  await expectRightOrRefused(() => change('delete from record where row in (9, 10)'))
  renew()
  change('delete from record where row in (9, 10)')
  const lines: string[] = []
  const catalogue = await openCatalogue({ dataDir, openSearch: undefined }, { watch: { lost: (s) => lines.push(s) } })
  await vi.waitFor(
    () => expect(lines).toEqual([expect.stringMatching(/^2 of 148 records .* Restore a backup/)]),
    10_000,
  )
  await catalogue.close()
})

test.each([
  ['cut to half of its length', (pages: number) => pages >> 1],
  ['without its last page', (pages: number) => pages - 1],
])('a file %s', { timeout: 60_000 }, async (_, left) => {
  await expectRightOrRefused(() => {
    const file = openSync(databaseFile(folder), 'r+')
    ftruncateSync(file, left(statSync(databaseFile(folder)).size / pageBytes) * pageBytes)
    closeSync(file)
  })
})

test('a file whose first page is lost is named, with advice', { timeout: 60_000 }, async () => {
  overwrite(1, [0, pageBytes], 0xa5)
  for (const act of [
    () => checkCatalogue(folder),
    () => rebuildCatalogue(folder),
    () => listOf(readRecordsByNumber(folder)),
  ])
    expect(await outcome<unknown>(act)).toEqual({
      refused: `The catalogue file ${databaseFile(folder)} cannot be read (file is not a database). Restore a backup: npm run admin -- restore DIR`,
    })
  expect((await started()).found).toMatchObject({ refused: expect.stringContaining(databaseFile(folder)) })
})

test('a rebuild from readable rows runs beside searches, which pick up the new state', {
  timeout: 60_000,
}, async () => {
  const catalogue = await openCatalogue({ dataDir, openSearch: undefined })
  const { generation } = await catalogue.stats()
  overwrite(pageOf('segment_hash', 'last'), [0, pageBytes], 0xa5)
  expect(await rebuildCatalogue(folder)).toMatchObject({ records: expected.records })
  expect(await catalogue.stats()).toMatchObject({ generation: generation + 1, records: expected.records })
  expect(await catalogue.write([sketch(500)])).toMatchObject({ loaded: 1 })
  expect(await catalogue.known(['9', '500'])).toEqual(['9', '500'])
  await catalogue.close()
  expect(checkCatalogue(folder)).toMatchObject({ records: expected.records + 1, differences: [] })
})
