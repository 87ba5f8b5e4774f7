import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { attachRecord } from './attach.ts'
import { deskCaller, file, killedAt } from './killed-testing.ts'

test.each([
  // By then the record is loaded and the parcel has arrived.
  ['answering', { found: ['RECEIVED', 'REQUESTED'] }],
  ['answered', { found: ['CATALOGUED', 'CATALOGUED'] }],
])(
  'killed while the desk is %s: acknowledged changes are kept, and a retry completes the rest exactly once',
  async (moment, { found }) => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-'))
    placeDatabase(folder)
    await killAt(folder, moment)
    const app = {
      ...(await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))),
      clock: clockIn(defaultZone, () => killedAt),
    }
    try {
      const items = () => app.db.selectFrom('catalogueItem').selectAll().orderBy('itemNumber').execute()
      const statuses = async () => (await items()).map(({ status }) => status)
      const subjects = async () =>
        (await app.db.selectFrom('outgoingMail').selectAll().orderBy('recipient').orderBy('subject').execute()).map(
          ({ subject, state }) => [subject.replace(/CR\d+/, 'CR'), state],
        )
      expect(await statuses()).toEqual(found)
      expect(await app.catalogue.known(['1'])).toEqual(['1'])

      const itemIds = (await items()).map(({ id }) => id)
      const again = attachRecord(app, deskCaller, { itemIds, base64: file, replace: false })
      if (moment === 'answered') await expect(again).rejects.toMatchObject({ code: 'answered_meanwhile' })
      else await again

      await app.queue.work(app, jobs)
      const catalogued = ['“The kererū” has been catalogued (CR)', 'SENT']
      await expect
        .poll(subjects, { timeout: 60_000 })
        .toEqual([['Your parcel for request CR has arrived', 'SENT'], catalogued, catalogued])
      expect(await statuses()).toEqual(['CATALOGUED', 'CATALOGUED'])
      const downloads = await app.db.selectFrom('downloadRequest').select(['id', 'matched']).execute()
      expect(downloads.map(({ matched }) => matched)).toEqual([['1'], ['1']])
      expect((await items()).map(({ downloadRequestId }) => downloadRequestId).sort()).toEqual(
        downloads.map(({ id }) => id).sort(),
      )
      const events = await app.db.selectFrom('catalogueEvent').select('kind').orderBy('kind').execute()
      expect(events.map(({ kind }) => kind)).toEqual(['catalogued', 'catalogued', 'received'])
    } finally {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  180_000,
)

async function killAt(folder: string, moment: string) {
  const program = join(import.meta.dirname, 'killed-program-testing.ts')
  const child = spawn(process.execPath, [program, folder, moment], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  try {
    for await (const data of child.stdout) {
      output += data
      if (output.includes('stopped there')) break
    }
  } finally {
    child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  if (!output.includes('stopped there')) throw new Error(`The process ended before it was ${moment}.`)
}
