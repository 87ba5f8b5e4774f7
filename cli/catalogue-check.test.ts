import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFile } from '#adapters/catalogue/embedded/schema.ts'
import { acquireWriteLock } from '#adapters/catalogue/embedded/write-lock.ts'
import { recordOf, someRecords } from '#adapters/catalogue/suite/documents.ts'
import { openTestCatalogue } from '#adapters/catalogue/testing.ts'
import { openCatalogue } from '#app/open-catalogue.ts'
import { openLog } from '#app/wire.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { rebuildInLog } from '#operate/rebuild-watch.ts'
import { main } from './catalogue.ts'
import { checkByQuestions } from './catalogue-check.ts'
import { runMain } from './testing.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'catalogue-cli-check-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const run = (...given: string[]) => runMain(main, { OPENSEARCH_URL: '', DATA_DIR: dataDir }, ...given)

const marc = Buffer.concat(
  ['Possum magic', 'Storm boy', 'Holes'].map(
    (title, i) =>
      encodeRecord({
        leader: '00000nam a2200000 a 4500',
        fields: [
          { tag: '001', value: String(i + 1) },
          { tag: '245', ind1: '1', ind2: '0', subfields: [{ code: 'a', value: title }] },
        ],
      }).bytes,
  ),
)

async function load() {
  const file = join(dataDir, 'three.mrc')
  writeFileSync(file, marc)
  expect((await run('load', file)).status).toBe(0)
}

function change(sql: string) {
  const db = openFile(join(dataDir, 'catalogue'))
  db.exec(sql)
  db.close()
}

test('check reports differences, and rebuild repairs them', async () => {
  await load()
  expect(await run('check')).toMatchObject({ status: 0, out: 'checked 3 records: the index matches them\n' })
  change("delete from segment_part where name = 'idDocs'")
  expect(await run('check')).toMatchObject({
    status: 1,
    out: [
      'parts damaged: 1',
      '  Segment 1 lacks the part “idDocs”',
      'checked 3 records: the index does not match them. To rebuild it: npm run catalogue -- rebuild',
      '',
    ].join('\n'),
  })
  expect(await run('rebuild')).toMatchObject({ status: 0, out: 'rebuilt 3\n' })
  expect((await run('check')).status).toBe(0)
})

test('a command with unknown arguments says so', async () => {
  await load()
  expect(await run('check', 'all')).toMatchObject({ status: 2, out: '' })
  const shards = await run('rebuild', '--shards', '2')
  expect(shards).toMatchObject({ status: 2, out: '' })
  expect(shards.err).toContain('--shards is only for OpenSearch')
})

test('an export needs no index', async () => {
  await load()
  change('delete from segment_part; delete from segment; update manifest set layout = 2')
  expect((await run('export', '--raw')).out).toBe(marc.toString())
  expect((await run('export')).out).toBe(marc.toString())
  expect(await run('check')).toMatchObject({ status: 1 })
})

test('a command finds an older layout, announces the rebuild, and continues', async () => {
  await load()
  change('update manifest set layout = 2')
  const { status, out, err } = await run('stats')
  expect({ status, out }).toMatchObject({ status: 0, out: expect.stringMatching(/^records 3,/) })
  expect(err).toBe('Rebuilding the catalogue index from its records: an older version of this program made it.\n')
  expect((await run('stats')).err).toBe('')
})

test('a newer layout is refused in one line', async () => {
  await load()
  change('update manifest set layout = 99')
  const { status, err } = await run('stats')
  expect(status).toBe(1)
  expect(err).toMatch(/^The catalogue in .* was made by a newer version of this program .*\n$/)
})

test('a rebuild does not wait for another load', async () => {
  await load()
  const letGo = acquireWriteLock(join(dataDir, 'catalogue'), 0)
  expect(await run('rebuild')).toMatchObject({
    status: 1,
    err: 'Another load of this catalogue is running. Please try again when it has finished.\n',
  })
  letGo()
})

test.each([
  ['of an older layout', 'update manifest set layout = 2', 'an older version of this program made it'],
  ['without a part', "delete from segment_part where name = 'year'", 'Segment 1 lacks the part “year”'],
  ['with a changed part', "update segment_part set bytes = x'0000' where name = 'year'", 'Segment 1 has other bytes'],
  ['that counts otherwise', 'update segment set records = 2', 'it has 2 records, and there are 3'],
])('a portal that finds an index %s rebuilds it, and its log says why', async (_, sql, reason) => {
  await load()
  change(sql)
  const lines: { msg: string; reason?: string; records?: number }[] = []
  const log = openLog('info', () => ({ ids: () => ({}) }), { write: (line) => void lines.push(JSON.parse(line)) })
  const catalogue = await openCatalogue({ dataDir, openSearch: undefined }, { watch: rebuildInLog(log) })
  expect((await catalogue.documents(['1', '2', '3'])).map(({ title }) => title.titlePrimary)).toEqual([
    'Possum magic',
    'Storm boy',
    'Holes',
  ])
  await catalogue.close()
  expect(lines.map(({ msg }) => msg)).toEqual([
    'rebuilding the catalogue index from its records',
    'the catalogue index is rebuilt',
  ])
  expect(lines[0]!.reason).toContain(reason)
  expect(lines[1]!.records).toBe(3)
})

test('check looks up each record of a catalogue by number and identifiers', async () => {
  const catalogue = await openTestCatalogue(join(dataDir, 'asked'))
  try {
    await catalogue.write(someRecords)
    await catalogue.write([recordOf({ id: '3', title: 'Another' })])
    await catalogue.remove(['4'])
    expect(await checkByQuestions(catalogue)).toEqual({ records: someRecords.length - 1, differences: [] })
    const forgetful: typeof catalogue = {
      ...catalogue,
      known: async (ids) => (await catalogue.known(ids)).filter((id) => id !== '8'),
      lookup: async (keys) => new Map([...(await catalogue.lookup(keys))].filter(([, ids]) => !ids.includes('9'))),
      ids: async function* () {
        for await (const id of catalogue.ids()) if (id !== '10') yield id
        yield 'nobody'
      },
      stats: async () => ({ ...(await catalogue.stats()), records: 5 }),
    }
    const { differences } = await checkByQuestions(forgetful)
    expect(differences.map(({ kind, examples }) => `${kind}: ${examples}`).sort()).toEqual([
      'counted: 5 counted, 319 found',
      'listed but missing: nobody',
      'not found by an identifier: 9 by 9,9 by 9780547928227',
      'not found by their number: 8',
      'not listed: 10',
    ])
  } finally {
    await catalogue.close()
  }
})
