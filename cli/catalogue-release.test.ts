import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { testApp } from '#app/testing.ts'
import { authoritiesApi } from '#features/downloads/authorities/contract.ts'
import { authority, field } from '#features/downloads/authorities/server/testing.ts'
import { main } from './catalogue.ts'
import { takeCommands } from './command-socket.ts'
import { runMain } from './testing.ts'

const releaseIn = (dataDir: string) => runMain(main, { DATABASE_URL: '', DATA_DIR: dataDir }, 'release')

test('loaded headings are released at once beside a running portal, with a summary of the changes', async () => {
  const app = await testApp({ work: false })
  const stop = await takeCommands(app)
  const release = () => releaseIn(app.env.dataDir)
  try {
    expect(await release()).toMatchObject({ status: 1, err: expect.stringContaining('No headings have been loaded') })
    const topic = (id: string, heading: string) => authority('SUBJECT', id, field('150', 'a', heading))
    await app.headings.write([topic('s1', 'Dogs'), topic('s2', 'Cats'), topic('s3', 'Birds')])
    expect((await release()).out).toMatch(/^Release 1 of .*\nAll headings 3: new 3, changed 0, deleted 0\nSubject/)
    await app.headings.write([topic('s1', 'Dogs and puppies'), topic('s4', 'Fish')])
    await app.headings.remove(['s3'])
    expect(await release()).toMatchObject({
      status: 0,
      out: expect.stringContaining('All headings 3: new 1, changed 1, deleted 1\nSubject headings 3: new 1'),
    })
    expect((await release()).out).toMatch(/^Nothing has changed since release 2 of /)
    const { safMetadataViews } = await app.as('hillview')(authoritiesApi.authorityFiles, {})
    expect(safMetadataViews.map(({ scope, recordCount }) => `${scope} ${recordCount}`)).toContain('CHANGES 3')
  } finally {
    await stop()
    await app.close()
  }
})

test('without a portal and without headings it says so, and makes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  placeDatabase(join(folder, 'data'))
  expect(await releaseIn(join(folder, 'data'))).toMatchObject({
    status: 1,
    out: '',
    err: 'No headings have been loaded yet: npm run catalogue -- load --authorities FILE\n',
  })
  rmSync(folder, { recursive: true })
})
