import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { openTestDatabase } from '#adapters/database/testing.ts'
import { type Job, job } from '#kit/server/jobs.ts'
import { openBossQueue } from './boss-queue.ts'
import { describeQueue } from './queue-suite.ts'

describeQueue('the job queue on the tests’ database', openTestDatabase)

type Quiet = { log: pino.Logger; metrics: { jobs: { observe(): void } } }
const log = pino({ level: 'silent' })
const app: Quiet = { log, metrics: { jobs: { observe: () => {} } } }

test('work held by killed processes, more often than it has attempts, is done after the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  for (let kills = 0; kills < 4; kills++) {
    const child = holdWork(join(folder, 'db'), kills === 0)
    try {
      await line(child, 'holding')
    } finally {
      child.kill('SIGKILL')
    }
    await once(child, 'exit')
  }

  const run = vi.fn(async (_: Quiet, _data: { text: string }) => {})
  const hold: Job<Quiet, { text: string }> = job({ ...holding, run })
  const database = await openEmbeddedDatabase(join(folder, 'db'))
  const queue = await openBossQueue(database, [hold] as never, log, { retry: 0, look: 0.5 })
  await queue.work(app, [hold as Job<Quiet>])
  await vi.waitFor(() => expect(run.mock.calls.map(([, data]) => data.text)).toEqual(['held']), 10_000)
  await queue.close()
  await database.close()
  await rm(folder, { recursive: true })
}, 60_000)

test('a later start writes only changed queues, and knows them within a transaction', async () => {
  const database = await openTestDatabase()
  const queues = async () =>
    (await database.jobs.executeSql("select name, retry_limit, updated_on from pgboss.queue where name = 'tests.hold'"))
      .rows
  const open = async (retries: number) => {
    const hold: Job<Quiet, { text: string }> = job({ ...holding, retries, run: async () => {} })
    const queue = await openBossQueue(database, [hold] as never, log)
    await database.db.transaction().execute((tx) => queue.enqueue(hold as never, { text: 'x' } as never, { tx }))
    await queue.close()
  }
  await open(2)
  const first = await queues()
  await open(2)
  expect(await queues()).toEqual(first)
  await open(3)
  expect(await queues()).toMatchObject([{ retry_limit: 3 }])
  await database.close()
})

const holding = { name: 'tests.hold', data: z.object({ text: z.string() }), expireSeconds: 900, retries: 2 }

/** A process that takes a job, enqueued by the first one, and never finishes it. */
function holdWork(folder: string, first: boolean) {
  const program = `
    import pino from 'pino'
    import { z } from 'zod'
    import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
    import { openBossQueue } from '#adapters/queue/boss-queue.ts'
    const log = pino({ level: 'silent' })
    const run = () => { console.log('holding'); return new Promise(() => {}) }
    const hold = { ...${JSON.stringify({ ...holding, data: undefined })}, data: z.object({ text: z.string() }), run }
    const pace = { retry: 0, look: 0.5 }
    const queue = await openBossQueue(await openEmbeddedDatabase(${JSON.stringify(folder)}), [hold], log, pace)
    await queue.work({ log, metrics: { jobs: { observe() {} } } }, [hold])
    if (${first}) await queue.enqueue(hold, { text: 'held' })`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function line(child: ChildProcess, text: string) {
  for await (const data of child.stdout!) if (String(data).includes(text)) return
  throw new Error(`The process ended without saying “${text}”.`)
}
