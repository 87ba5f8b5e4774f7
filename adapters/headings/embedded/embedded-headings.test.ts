import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readHeadingQuery } from '#features/catalogue/headings/server/read-heading-query.ts'
import { describeHeadings } from '../headings-suite.ts'
import { headingOf } from '../suite/documents.ts'
import { openEmbeddedHeadings } from './embedded-headings.ts'
import { openHeadingsFile } from './schema.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'headings-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describeHeadings('embedded headings', async () => openEmbeddedHeadings(newFolder()))

test("another process's load is visible at once", async () => {
  const folder = newFolder()
  const here = openEmbeddedHeadings(folder)
  const there = openEmbeddedHeadings(folder)
  expect((await here.stats()).headings).toBe(0)
  await there.write([headingOf('1', 'Dogs')])
  const all = { clause: { kind: 'all' }, authorities: [], sort: 'heading', from: 0, size: 9, words: [] } as const
  expect((await here.search({ ...all, authorities: [], words: [] })).total).toBe(1)
  await Promise.all([here.close(), there.close()])
})

test('of two concurrent loads the second must wait, and nothing is lost', async () => {
  const folder = newFolder()
  const headings = openEmbeddedHeadings(folder, { lockMs: 10 })
  const other = openHeadingsFile(folder, 100)
  other.exec('begin immediate')
  await expect(headings.write([headingOf('1', 'Dogs')])).rejects.toThrow(
    'Another load of the authority files is running.',
  )
  other.exec('rollback')
  other.close()
  expect(await headings.write([headingOf('1', 'Dogs')])).toMatchObject({ loaded: 1 })
  await headings.close()
})

test('headings of layout 1 get their other spellings', async () => {
  const folder = newFolder()
  const before = openEmbeddedHeadings(folder)
  await before.write([headingOf('1', 'Müller, Anna')])
  await before.close()
  const file = openHeadingsFile(folder, 100)
  file.exec("update heading set words = 'muller anna'; update manifest set layout = 1")
  file.close()
  const headings = openEmbeddedHeadings(folder)
  const query = readHeadingQuery({ query: { match: { heading: 'mueller' } } })
  expect((await headings.search(query)).hits.map(({ heading }) => heading.heading)).toEqual(['Müller, Anna'])
  await headings.close()
})
