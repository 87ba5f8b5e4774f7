import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { book } from './testing.ts'

const root = join(import.meta.dirname, '../../..')
const numbers = Array.from({ length: 1000 }, (_, n) => String(500_000 + n))

test('a request whose process is killed while its file is written becomes ready after the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(folder)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await line(child.stdout, 'half of it is written')
  } finally {
    child.kill('SIGKILL')
  }
  await once(child, 'exit')

  const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const request = () => app.db.selectFrom('downloadRequest').selectAll().executeTakeFirstOrThrow()
  expect(await request()).toMatchObject({ status: 'PROCESSING', fileKey: null })
  expect(filesIn(join(folder, 'files/downloads'))).toEqual([])

  await app.queue.work(app, jobs)
  await expect.poll(async () => (await request()).status, { timeout: 20_000 }).toBe('READY')
  const { fileKey, matched } = await request()
  expect(matched).toEqual(numbers)
  expect(filesIn(join(folder, 'files/downloads'))).toEqual([fileKey!.replace('downloads/', '')])
  const file = await buffer((await app.files.get(fileKey!))!.stream)
  expect(file.equals(Buffer.concat(numbers.map((id) => book({ id }).marc)))).toBe(true)
  await app.close()
  rmSync(folder, { recursive: true })
}, 90_000)

/** The real program with a disk that stops answering in the middle of a file. */
const program = (folder: string) => `
  import { loadDemoWorld } from '#app/demo-world.ts'
  import { readEnv } from '#app/env.ts'
  import { jobs } from '#app/jobs.ts'
  import { wire } from '#app/wire.ts'
  import { createRequest } from '#features/downloads/server/create-request.ts'
  import { book } from '#features/downloads/server/testing.ts'
  const app = await wire(readEnv({ DATA_DIR: ${JSON.stringify(folder)}, LOG_LEVEL: 'error' }))
  await loadDemoWorld(app)
  const numbers = ${JSON.stringify(numbers)}
  await app.catalogue.write(numbers.map((id) => book({ id })))
  const { put } = app.files
  app.files.put = (key, content) => put(key, halfOf(content))
  async function* halfOf(content) {
    for await (const piece of content) {
      yield piece
      console.log('half of it is written')
      await new Promise(() => setInterval(() => {}, 1000))
    }
  }
  await app.queue.work(app, jobs)
  const subscriptions = [{ typeName: 'TRIAL', productCode: 'T', startsOn: '2000-01-01', endsOn: '2100-01-01' }]
  const caller = { userId: 'demo-lakeside-trial', customerId: 'demo-lakeside', role: 'staff', disabled: false, subscriptions }
  await createRequest(app, caller, { identities: numbers }, new AbortController().signal)`

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
