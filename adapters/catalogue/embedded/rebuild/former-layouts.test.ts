import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordOf, someRecords } from '../../suite/documents.ts'
import { idsOf, listOf, phrase } from '../../suite/queries.ts'
import { checkCatalogue } from '../check/check.ts'
import { openEmbeddedCatalogue } from '../embedded-catalogue.ts'
import { readRecordsByNumber } from '../rows.ts'
import { CatalogueTooNew, databaseFile, layout, layoutOf, openFile } from '../schema.ts'
import { answersOf } from '../search/answers-testing.ts'
import { rebuildCatalogue } from './rebuild-catalogue.ts'

const samples = join(import.meta.dirname, 'former-layouts')

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const unpack = (name: string) =>
  writeFileSync(databaseFile(folder), gunzipSync(readFileSync(join(samples, `${name}.sqlite.gz`))))

function layoutNow(): number | undefined {
  const db = new DatabaseSync(databaseFile(folder), { readOnly: true })
  try {
    return layoutOf(db)
  } finally {
    db.close()
  }
}

async function openNow(watch = {}) {
  return openEmbeddedCatalogue({ folder, workers: 1, watch })
}

test('there is a test catalogue of every earlier layout', () => {
  const found = readdirSync(samples).flatMap((name) => /^layout-(\d+)\.sqlite\.gz$/.exec(name)?.[1] ?? [])
  expect(found.map(Number)).toEqual(Array.from({ length: layout - 2 }, (_, i) => i + 2))
})

test.each([2, 3, 4, 5, 6])(
  'a catalogue of layout %s is opened, reports progress, and answers like one loaded today',
  async (former) => {
    unpack(`layout-${former}`)
    const lines: string[] = []
    const catalogue = await openNow({ begins: (reason: string) => lines.push(reason), ends: () => lines.push('built') })
    expect(lines).toEqual(['an older version of this program made it', 'built'])
    const found = await answersOf(catalogue)
    await catalogue.close()
    rmSync(folder, { recursive: true })
    const fresh = await openNow()
    await fresh.write(someRecords.slice(0, 60))
    await fresh.write([recordOf({ id: '3', title: 'Possum magic, told again', isbn13: ['9781862915756'] })])
    await fresh.remove(['7', '41'])
    expect(withoutLaterMembers(found)).toEqual(withoutLaterMembers(await answersOf(fresh)))
    await fresh.close()
  },
)

/** Records keep the members they were loaded with; these came after version 0.2.0. */
const withoutLaterMembers = (answers: object): unknown =>
  JSON.parse(
    JSON.stringify(answers, (name, value) =>
      /^(?:areas|doi|facts|host|inScript|localNotes|makers|parallelTitles|properTitle|readingLevel|titleInScript|work|yearPartlyKnown)$/.test(
        name,
      )
        ? undefined
        : value,
    ),
  )

test('records damaged by an older program can be found again', async () => {
  unpack('layout-2-damaged')
  const catalogue = await openNow()
  expect(await idsOf(catalogue, phrase('the last of the file'))).toEqual(['z1'])
  expect(await listOf(catalogue.ids())).toEqual([
    'm1',
    ...[0, 1, 10, 11, 13, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `n${n}`),
    'z1',
  ])
  expect((await catalogue.documents(['m1', 'z1'])).map(({ id }) => id)).toEqual(['m1', 'z1'])
  await catalogue.close()
  expect(checkCatalogue(folder)).toEqual({ records: 15, differences: [], needsBackup: false })
})

test.each(['layout-2', 'layout-2-damaged'])('%s: its records are read without its index', async (name) => {
  unpack(name)
  const ids: string[] = []
  for await (const { document } of readRecordsByNumber(folder)) ids.push(document.id)
  expect(ids).toContain(name === 'layout-2' ? '60' : 'z1')
  expect(layoutNow()).toBe(2)
})

test('a newer layout is refused with a one-line message', async () => {
  await (await openNow()).close()
  const db = openFile(folder)
  db.exec(`update manifest set layout = ${layout + 1}`)
  db.close()
  await expect(openNow()).rejects.toBeInstanceOf(CatalogueTooNew)
  await expect(openNow()).rejects.toThrow(/^The catalogue in .* was made by a newer version of this program .*$/)
})

/** Many records whose index looks like an older layout. */
async function makeOld(count: number) {
  const catalogue = await openNow()
  await catalogue.write(Array.from({ length: count }, (_, i) => recordOf({ id: String(i + 1), title: `Title ${i}` })))
  await catalogue.close()
  const db = openFile(folder)
  db.exec('update manifest set layout = 2')
  db.close()
}

/** With `killAt`, kills the child as soon as it prints that. */
function startOpening(killAt?: string) {
  const script = new URL('./rebuilding-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
    if (killAt && output.includes(killAt)) child.kill('SIGKILL')
  })
  return { child, said: () => output.split('\n'), ended: once(child, 'exit') }
}

test('a killed rebuild leaves the old state, and the next start begins again', {
  timeout: 120_000,
}, async () => {
  await makeOld(3000)
  for (const records of [500, 1000, 2000]) {
    const { child, ended } = startOpening(`at ${records}\n`)
    await ended
    expect(child.signalCode).toBe('SIGKILL')
    expect(layoutNow()).toBe(2)
    expect(await listOf(readRecordsByNumber(folder))).toHaveLength(3000)
  }
  const { said, ended } = startOpening()
  await ended
  expect(said()).toContain('open 3000')
  expect(checkCatalogue(folder)).toEqual({ records: 3000, differences: [], needsBackup: false })
})

test('of two processes started at once one builds the index, the other waits', { timeout: 120_000 }, async () => {
  await makeOld(3000)
  const both = [startOpening(), startOpening()]
  await Promise.all(both.map(({ ended }) => ended))
  for (const { said } of both) expect(said()).toContain('open 3000')
  expect(both.filter(({ said }) => said().includes('ends'))).toHaveLength(1)
})

test('a rebuild runs beside searches, which pick up the new state by themselves', async () => {
  await makeOld(2000)
  const catalogue = await openNow()
  const { generation } = await catalogue.stats()
  let ended = false
  const rebuilt = rebuildCatalogue(folder).finally(() => {
    ended = true
  })
  let searches = 0
  for (; !ended; searches++) expect(await idsOf(catalogue, phrase('title 1999'))).toEqual(['2000'])
  expect(await rebuilt).toEqual({ records: 2000, superseded: 0, leftOut: 0 })
  expect(searches).toBeGreaterThan(3)
  expect((await catalogue.stats()).generation).toBe(generation + 1)
  expect(await idsOf(catalogue, phrase('title 1999'))).toEqual(['2000'])
  await catalogue.close()
})
