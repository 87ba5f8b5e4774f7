import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { type RunningApp, wire } from '#app/wire.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { begun, later, numbers, twins } from './killed-testing.ts'
import { removeUnused } from './make-at-once.ts'
import { asReply, sentAsWhole } from './own-request.ts'
import { book } from './testing.ts'

describe.each([
  ['half', 'while its files are half written and the daily look has not kept what it found'],
  ['whole', 'when its files are written and nobody knows of them, and the daily look has just kept what it found'],
])('a process that is killed (%s): %s', (moment) => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  placeDatabase(folder)
  let app: RunningApp
  const names = ['chosen', 'covers', 'late', 'removed']

  beforeAll(async () => {
    const program = join(import.meta.dirname, 'killed-program-testing.ts')
    const child = spawn(process.execPath, [program, folder, moment], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await line(child.stdout, 'all of it is under way')
    } finally {
      child.kill('SIGKILL')
    }
    await once(child, 'exit')
    app = {
      ...(await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))),
      clock: clockIn(defaultZone, () => begun),
    }
  }, 180_000)
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const rows = () => app.db.selectFrom('downloadRequest').selectAll().orderBy('name').execute()
  const row = async (name: string) => (await rows()).find((each) => each.name === name)!
  const fileOf = async (name: string) => buffer((await app.files.get(sentAsWhole(await row(name)).key!))!.stream)
  const dataOf = (ids: string[]) =>
    Buffer.concat(ids.map((id) => book({ id, ...(id === '12' ? { isbns: [twins] } : {}) }).marc))
  const mails = () =>
    filesIn(join(folder, 'outbox'))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => /^Subject: (.*)$/m.exec(readFileSync(join(folder, 'outbox', name), 'utf8'))![1]!.trim())
      .sort()

  test('has no request whose file was made at once, and removes that file', async () => {
    expect((await rows()).map(({ name }) => name)).not.toContain('made at once')
    const { rows: due } = await sql<{ data: { ids: string[] } }>`
      update pgboss.job set start_after = now() where name = ${removeUnused.name} returning data`.execute(app.db)
    const known = (await rows()).map(({ id }) => id)
    const unknown = due.flatMap(({ data }) => data.ids).filter((id) => !known.includes(id))
    const left = () =>
      filesIn(join(folder, 'files/downloads')).filter((name) => unknown.some((id) => name.startsWith(id)))
    expect(left()).toHaveLength(moment === 'whole' ? 1 : 0)
    await app.queue.work(
      app,
      jobs.filter(({ name }) => name === removeUnused.name),
    )
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
  }, 90_000)

  test('has no file to send, until it is restarted', async () => {
    const underWay = (await rows()).filter(({ name }) => names.includes(name))
    expect(underWay.map(({ name }) => name)).toEqual(names)
    for (const each of underWay) {
      expect(asReply(each, begun)).toMatchObject({ requestStatus: 'PROCESSING', fileSize: null, dataSize: null })
    }
    if (moment === 'half')
      expect(filesIn(join(folder, 'files/downloads')).filter((name) => !/-(data|covers)\./.test(name))).toEqual([])
    expect(mails()).toEqual([])

    await app.queue.work(app, jobs)
    const open = async () => (await rows()).filter(({ status }) => status !== 'READY').map(({ name }) => name)
    await expect.poll(open, { timeout: 60_000 }).toEqual([])
  }, 90_000)

  test('has the files of all requests after the restart, and no others', async () => {
    expect(await fileOf('late')).toEqual(dataOf(numbers))
    expect(await fileOf('removed')).toEqual(dataOf(numbers.slice(1)))
    expect(await fileOf('chosen')).toEqual(dataOf([...numbers, '12']))
    const covers = await row('covers')
    expect(covers.covers).toBe(numbers.length)
    expect((await fileOf('covers')).length).toBe(covers.packageSize)
    const keys = (await rows()).flatMap(({ fileKey, imageKey, packageKey }) => [fileKey, imageKey, packageKey])
    const stored = filesIn(join(folder, 'files/downloads')).map((name) => `downloads/${name}`)
    expect(stored.sort()).toEqual(keys.filter((key) => key !== null).sort())
    for (const { fileKey, fileSize } of await rows()) expect(fileKey && (await app.files.size(fileKey))).toBe(fileSize)
  })

  test('has emailed once about the late request, and once about the identifier that was found', async () => {
    const daily = jobs.find(({ name }) => name === 'downloads.look-again')!
    await app.queue.enqueue(daily, {})
    await expect.poll(mails, { timeout: 60_000 }).toHaveLength(2)
    await expect
      .poll(() => app.db.selectFrom('outgoingMail').select('state').execute(), { timeout: 60_000 })
      .toEqual([{ state: 'SENT' }, { state: 'SENT' }])
    expect(mails()).toEqual([expect.stringContaining('late'), 'We found records for 1 unmatched identifier'])
    const followUps = (await rows()).filter(({ name }) => name.startsWith('Found later'))
    expect(followUps.map(({ identities, matched }) => ({ identities, matched }))).toEqual([
      { identities: [later], matched: ['22'] },
    ])
    expect((await row('lacking')).foundLater).toHaveLength(1)
  })
})

const filesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function line(output: NodeJS.ReadableStream, text: string) {
  for await (const data of output) if (String(data).includes(text)) return
  throw new Error(`The process ended without saying “${text}”.`)
}
