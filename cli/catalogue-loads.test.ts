import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { testApp } from '#app/testing.ts'
import { loadsApi } from '#features/catalogue/loads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { main } from './catalogue.ts'
import { takeCommands } from './command-socket.ts'
import { runMain } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'loads-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const loadInto = (dataDir: string, ...given: string[]) =>
  runMain(main, { DATABASE_URL: '', DATA_DIR: dataDir }, 'load', ...given)

/** Its database is elsewhere; the command line only looks for the folder. */
async function servedApp() {
  const app = await testApp({ work: false })
  mkdirSync(join(app.env.dataDir, 'db'), { recursive: true })
  return { app, stop: await takeCommands(app) }
}

const mixed = join(folder, 'mixed.mrc')
writeFileSync(mixed, Buffer.concat([book({ id: '1' }).marc, Buffer.from('This is not a record.\x1d')]))
const absent = join(folder, 'absent.mrc')

test('beside a running portal the desk sees loaded and rejected records, and a load that fails as a whole', async () => {
  const { app, stop } = await servedApp()
  try {
    const { err } = await loadInto(app.env.dataDir, mixed, absent)
    expect(err).not.toContain('desk')
    await loadInto(app.env.dataDir, '--authorities', mixed)
    const { response } = await app.as('desk')(loadsApi.deskLoads, {})
    const seen = response.map(({ kind, file, state, failure, loaded, rejected }) => [
      ...[kind, file, state, failure, loaded, rejected],
    ])
    expect(seen).toEqual([
      ['headings', mixed, 'failed', '', 0, 2],
      ['records', absent, 'failed', 'There is no such file.', 0, 0],
      ['records', mixed, 'done', '', 1, 1],
    ])
    expect(response[0]!.cameFrom).toMatch(/^command line \(.+\)$/)
    const entries = await app.as('desk')(loadsApi.deskLoadEntries, { loadId: response[0]!.id })
    expect(entries.response.map(({ recordNumber, told }) => [recordNumber, told[0]])).toEqual([
      ['1', 'This is a title, not an authority record.'],
      ['', expect.stringContaining('looks like text')],
    ])
  } finally {
    await stop()
    await app.close()
  }
})

test('a portal that cannot store the list fails no load, and the command says so', async () => {
  const { app, stop } = await servedApp()
  try {
    await app.db.schema.dropTable('catalogueLoadEntry').execute()
    app.expectErrors(/catalogue_load_entry/)
    const { out, err } = await loadInto(app.env.dataDir, mixed)
    expect(out).toBe('loaded 1, updated 0, repaired 0, rejected 1\n')
    expect(err).toContain('Could not add this load to the desk’s list of loads: ')
  } finally {
    await stop()
    await app.close()
  }
})

test('if no portal runs, the list is written into its database', async () => {
  const dataDir = join(folder, 'data')
  await loadInto(dataDir, mixed)
  placeDatabase(dataDir)
  const { err } = await loadInto(dataDir, mixed)
  expect(err).not.toContain('desk')
  const { db, close } = await openEmbeddedDatabase(join(dataDir, 'db'))
  expect(await db.selectFrom('catalogueLoad').select(['file', 'unchanged', 'rejected']).execute()).toEqual([
    { file: mixed, unchanged: 1, rejected: 1 },
  ])
  await close()
})
