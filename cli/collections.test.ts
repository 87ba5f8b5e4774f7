import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeOds } from 'hucre/ods'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { collectionsApi } from '#features/downloads/collections/contract.ts'
import { main } from './collections.ts'
import { takeCommands } from './command-socket.ts'
import { runMain } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'collections-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const books = [
  recordOf({ id: '10', title: 'Holes', isbn13: ['9780440414803'] }),
  recordOf({ id: '11', title: 'Matilda', isbn13: ['9780142410370'] }),
  recordOf({ id: '12', title: 'Matilda', isbn13: ['9780142410370'] }),
]
const table = `\uFEFFCategory;Title;Collection;Description;ISBN
Reading > Genres;Holes;Adventures;For long weekends.;978-0-440-41480-3
;Matilda;;;9780142410370
;?;;;9780440414804
Reading;;New this month;;
`

// The socket exists only with an embedded database, no matter what the tests use.
const runIn = (dataDir: string, ...given: string[]) => runMain(main, { DATABASE_URL: '', DATA_DIR: dataDir }, ...given)

describe('beside a running portal', () => {
  let app: TestApp
  let stop: () => Promise<void>
  const run = (...given: string[]) => runIn(app.env.dataDir, ...given)
  beforeAll(async () => {
    app = await testApp({ work: false })
    await app.catalogue.write(books)
    stop = await takeCommands(app)
  })
  afterAll(async () => {
    await stop()
    await app.close()
  })
  beforeEach(async () => {
    await app.db.deleteFrom('collection').execute()
    await app.db.deleteFrom('collectionCategory').where('parentId', 'is not', null).execute()
    await app.db.deleteFrom('collectionCategory').execute()
  })

  test('a spreadsheet of collections is visible at once to every librarian; unknown identifiers are listed', async () => {
    const path = file('table.csv', table)
    const { status, out, err } = await run('load', path)
    expect(out).toBe(`${path}: new categories 2, collections added 2, changed 0, unchanged 0, records 2, to check 2\n`)
    expect(err).toBe(
      `${path}: line 3: 9780142410370: 2 records have it (11, 12); the first is used\n` +
        `${path}: line 4: 9780440414804: not found: its check digit is wrong\n`,
    )
    expect(status).toBe(0)
    const { response } = await app.as('hillview')(collectionsApi.listCollections, { categoryId: 'reading' })
    expect(response).toMatchObject([
      { name: 'New this month', recordCount: 0 },
      { name: 'Adventures', categoryName: 'Genres', description: 'For long weekends.', recordCount: 2 },
    ])
    expect((await run('list')).out).toBe('Reading\n  New this month: 0 records\n  Genres\n    Adventures: 2 records\n')
  })

  test.each([
    ['', '10'],
    ['for a spreadsheet', '"=""10"""'],
    ['by an older version', "'10"],
  ])('an export %s, loaded again, changes nothing', async (how, number) => {
    await run('load', file('table.csv', table))
    const out = join(folder, 'all.csv')
    const options = how === 'for a spreadsheet' ? ['--spreadsheet'] : []
    expect((await run('export', '--out', out, ...options)).out).toBe('exported 2\n')
    if (how === 'by an older version')
      writeFileSync(out, readFileSync(out, 'utf8').replaceAll(/(?<=,)(?=1[01],)/g, "'"))
    expect(readFileSync(out, 'utf8')).toContain(`Reading > Genres,Adventures,For long weekends.,${number},Holes\r\n`)
    expect((await run('load', out)).out).toContain('new categories 0, collections added 0, changed 0, unchanged 2')
  })

  test('collections and empty categories are removed by their path; a full category only with --all', async () => {
    await run('load', file('table.csv', table))
    const full = await run('remove', 'reading > genres')
    expect([full.status, full.out]).toEqual([1, ''])
    expect(full.err).toContain('--all')
    expect((await run('remove', 'Reading > Nothing')).err).toContain('Nothing was removed.')
    expect((await run('remove', 'reading > genres > adventures')).out).toBe('removed categories 0, collections 1\n')
    expect((await run('remove', '--all', 'Reading')).out).toBe('removed categories 2, collections 1\n')
    expect((await run('list')).out).toBe('no collections\n')
  })

  test.each([
    ['no-category.csv', 'collection,isbn\nA,1', 'line 1: the column “category” is missing.'],
    ['no-name.csv', 'category,collection,isbn\nA,,1', 'line 2: the collection is missing.'],
    ['level.csv', 'category,collection,isbn\nA > ,B,1', 'line 2: a level of the category has no name.'],
    ['broken.json', '[{ "category": "A"', 'this is not JSON'],
    ['wrong.json', '[{ "category": "A" }]', '0.collection'],
    ['empty.csv', ' \n', 'the file is empty.'],
  ])('a malformed file loads nothing and says why: %s', async (name, content, reason) => {
    const { status, out, err } = await run('load', file(name, content))
    expect([status, out]).toEqual([1, ''])
    expect(err).toContain(reason)
    expect(await app.db.selectFrom('collectionCategory').select('id').execute()).toEqual([])
  })

  test('a workbook is read like a table, each identifier with all its digits', async () => {
    const rows = [
      ['Category', 'Collection', 'ISBN'],
      ['Reading', 'Dragons', 9780440414803],
      ['', '', '9780142410370'],
    ]
    const path = file('dragons.ods', Buffer.from(await writeOds({ sheets: [{ name: 'Dragons', rows }] })))
    expect((await run('load', path)).out).toContain('collections added 1, changed 0, unchanged 0, records 2')
  })

  test('a workbook with a password loads nothing and says so', async () => {
    const locked = join(import.meta.dirname, '../kit/sheets-testing/locked.xlsx')
    expect((await run('load', locked)).err).toBe(`${locked}: nothing was loaded. the workbook needs a password.\n`)
  })

  test('JSON is accepted too, and a spreadsheet in UTF-16 without a header', async () => {
    const json = [{ category: 'Te ao > Māori', collection: 'Matariki', identifiers: ['10', 11] }]
    expect((await run('load', file('a.json', JSON.stringify(json)))).out).toContain('records 2')
    const utf16 = Buffer.from('\uFEFFTe ao\tKapa haka\t10\n', 'utf16le')
    expect((await run('load', file('b.csv', utf16))).out).toContain('records 1')
    expect((await run('list')).out).toBe('Te ao\n  Kapa haka: 1 record\n  Māori\n    Matariki: 2 records\n')
  })

  test('a long list is written beside the file', async () => {
    const path = file('many.csv', `category,collection,isbn\n${'A,B,9780000000000x\n'.repeat(30)}`)
    const { err } = await run('load', path)
    expect(err).toContain('… and 10 more')
    expect(readFileSync(`${path}.not-found.csv`, 'utf8').trimEnd().split('\n').length).toBe(31)
  })

  test('an unknown command prints the manual', async () => {
    expect(await run('lode')).toMatchObject({ status: 2, out: '' })
    expect((await run('--help')).out).toContain('npm run collections')
  })
})

describe('without a running portal', () => {
  const dataDir = join(
    folder,
    'a folder whose name is so long that no address of a socket could ever hold it as it is'.repeat(2),
    'data',
  )
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('the command does it itself', async () => {
    placeDatabase(dataDir)
    const catalogue = await openEmbeddedCatalogue({ folder: join(dataDir, 'catalogue'), workers: 1 })
    await catalogue.write(books)
    await catalogue.close()
    const { status, out } = await runIn(dataDir, 'load', file('table.csv', table))
    expect([status, out]).toEqual([0, expect.stringContaining('collections added 2')])
    expect((await runIn(dataDir, 'list')).out).toContain('Adventures: 2 records')
    expect(existsSync(join(dataDir, 'commands.sock'))).toBe(false)
  })
})

test('a reader that closes the pipe early is not an error', () => {
  const command = '{ "$1" "$2" --help; echo $? >&2; } | true'
  const script = join(import.meta.dirname, 'collections.ts')
  const { stderr } = spawnSync('sh', ['-c', command, 'sh', process.execPath, script], { encoding: 'utf8' })
  expect(stderr).toBe('0\n')
})
