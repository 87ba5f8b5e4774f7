import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { clockIn, dayMs, defaultZone } from '#kit/day.ts'
import { forgetPictures } from '../attachments/server/held-pictures.ts'
import type { CatalogueRequest } from '../contract.ts'
import { openCalls, type Progress, type Step, seen, steps, take } from './killed-testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'killed-'))
placeDatabase(folder)
afterAll(() => rmSync(folder, { recursive: true }))

type Line = { seen?: CatalogueRequest[]; told?: Progress; stopped?: Step }

/** Runs the steps from the first, is killed in the last one, and returns the output. */
async function killedIn(first: Step, last: Step, told: Progress): Promise<Line[]> {
  const program = join(import.meta.dirname, 'killed-program-testing.ts')
  const args = [program, folder, first, last, JSON.stringify(told)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: Line[] = []
  try {
    for await (const line of createInterface(child.stdout)) {
      lines.push(JSON.parse(line))
      if (lines.at(-1)!.stopped) return lines
    }
    throw new Error('The program ended by itself.')
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

const filesIn = (name: string) => {
  try {
    return readdirSync(join(folder, name)).sort()
  } catch {
    return []
  }
}

test('a process killed in any step of a request loses nothing acknowledged and leaves nothing half done', async () => {
  let progress: Progress = {}
  let before: CatalogueRequest[] = []
  for (const [at, last] of steps.slice(1).entries()) {
    const lines = await killedIn(steps[at]!, last, progress)
    // After each start, acknowledged steps are visible, and nothing of the step that was killed.
    expect([last, lines[0]!.seen]).toEqual([last, before])
    const answered = lines.filter((line) => line.told)
    expect(answered).toHaveLength(1)
    progress = answered[0]!.told!
    before = answered[0]!.seen!
  }
  expect(before[0]).toMatchObject({ status: 'REQUESTED', version: expect.any(Number) })

  const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const { call, close } = await openCalls(app)
  try {
    expect(await seen(call, progress)).toEqual(before)
    // The record was already loaded, which does not prevent a retry.
    await take('attach', call, progress)
    await app.queue.work(app, jobs)
    const [request] = await seen(call, progress)
    expect(request).toMatchObject({ status: 'CATALOGUED' })
    expect(request!.items.map(({ status, recordId }) => [status, recordId])).toEqual([
      ['CATALOGUED', 'killed-1'],
      ['CATALOGUED', 'killed-1'],
      ['CATALOGUED', 'killed-1'],
    ])
    const events = await app.db.selectFrom('catalogueEvent').select('kind').orderBy('happenedAt').execute()
    expect([...new Set(events.map(({ kind }) => kind))]).toEqual([
      'created',
      'changed',
      'submitted',
      'received',
      'catalogued',
    ])
    expect(events.filter(({ kind }) => kind === 'created' || kind === 'submitted')).toHaveLength(2)

    const open = () => app.db.selectFrom('downloadRequest').select('status').execute()
    await expect.poll(open, { timeout: 60_000 }).toEqual([{ status: 'READY' }])
    const unsent = () => app.db.selectFrom('outgoingMail').select('id').where('state', '!=', 'SENT').execute()
    await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
    const mails = filesIn('outbox')
      .filter((name) => name.endsWith('.eml'))
      .map((name) => /^Subject: (.*)$/m.exec(readFileSync(join(folder, 'outbox', name), 'utf8'))![1]!.trim())
    expect(mails).toHaveLength(3)
    expect(new Set(mails).size).toBe(3)

    // After a week no unused picture is left, half-written ones included.
    const late = { ...app, clock: clockIn(defaultZone, () => new Date(Date.now() + 8 * dayMs)) }
    await forgetPictures.run(late, {}, new AbortController().signal)
    const rows = await app.db.selectFrom('catalogueAttachment').selectAll().execute()
    expect(rows.map(({ filename, itemId }) => [filename, itemId])).toEqual([['back.png', progress.itemIds![0]]])
    expect(filesIn('files/attachments')).toEqual(
      rows
        .flatMap((row) => [row.fileKey, row.thumbnailKey])
        .map((key) => key.split('/')[1])
        .sort(),
    )
  } finally {
    await close()
    await app.close()
  }
}, 300_000)
