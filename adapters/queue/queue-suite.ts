import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { type Job, job } from '#kit/server/jobs.ts'
import { noTraces } from '#kit/server/traces.ts'
import { type OpenQueue, openBossQueue } from './boss-queue.ts'

const hasty = { retry: 0, look: 0.1 }

type Note = { text: string }
type NoteApp = { log: pino.Logger; metrics: { jobs: { observe(): void } } }

/** The contract of the queue on every database. `open` returns a migrated one that nobody else uses. */
export function describeQueue(name: string, open: () => Promise<OpenDatabase>) {
  describe(name, () => {
    const log = pino({ level: 'silent' })
    const app: NoteApp = { log, metrics: { jobs: { observe: () => {} } } }
    let database: OpenDatabase
    let queue: OpenQueue
    let run: ReturnType<typeof vi.fn<(app: NoteApp, data: Note, signal: AbortSignal) => Promise<void>>>
    let failed: ReturnType<typeof vi.fn<(app: NoteApp, data: Note) => Promise<void>>>
    let note: Job<NoteApp, Note>

    beforeEach(async () => {
      run = vi.fn(async () => {})
      failed = vi.fn(async () => {})
      note = job({
        name: 'tests.note',
        data: z.object({ text: z.string() }),
        expireSeconds: 60,
        retries: 1,
        run: (...given) => run(...given),
        failed: (...given) => failed(...given),
      })
      database = await open()
      queue = await openBossQueue(database, [note] as never, log, hasty)
    })
    afterEach(async () => {
      await queue.close()
      await database.close()
    })
    const texts = () => run.mock.calls.map(([, data]) => data.text)

    test('jobs enqueued before and after a worker starts are done once each', async () => {
      await queue.enqueue(note, { text: 'before' })
      await queue.work(app, [note as Job<NoteApp>])
      await vi.waitFor(() => expect(texts()).toEqual(['before']), 20_000)
      await queue.enqueue(note, { text: 'after' })
      await vi.waitFor(() => expect(texts()).toEqual(['before', 'after']), 20_000)
    })

    test('delayed work is done after its delay, and not before', async () => {
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'later' }, { afterMs: 60_000 })
      const laterBy = (seconds: number) =>
        database.jobs.executeSql(`update pgboss.job set start_after = start_after - interval '${seconds} seconds'`)
      await laterBy(45)
      const executeSql = vi.spyOn(database.jobs, 'executeSql')
      const looks = () => executeSql.mock.calls.filter(([text]) => text.includes('unnest'))
      await vi.waitFor(() => expect(looks().length).toBeGreaterThan(2), 10_000)
      executeSql.mockRestore()
      expect(texts()).toEqual([])
      await laterBy(15)
      await vi.waitFor(() => expect(texts()).toEqual(['later']), 10_000)
    })

    test('work enqueued in a transaction exists exactly if it commits', async () => {
      await queue.work(app, [note as Job<NoteApp>])
      const cancelled = database.db.transaction().execute(async (tx) => {
        await queue.enqueue(note, { text: 'cancelled' }, { tx })
        throw new Error('changed my mind')
      })
      await expect(cancelled).rejects.toThrow('changed my mind')
      await database.db.transaction().execute((tx) => queue.enqueue(note, { text: 'kept' }, { tx }))
      await vi.waitFor(() => expect(texts()).toEqual(['kept']), 20_000)
      expect(await waiting()).toEqual([])
    })

    test('a delayed job, a retry and the report of a failure need no regular look', async () => {
      await queue.close()
      queue = await openBossQueue(database, [note] as never, log, { retry: 1, look: 3600 })
      await queue.work(app, [note as Job<NoteApp>])
      run.mockRejectedValue(new Error('disk full'))
      await queue.enqueue(note, { text: 'later' }, { afterMs: 300 })
      await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), 20_000)
      expect(texts()).toEqual(['later', 'later'])
    })

    test('a job enqueued by another process is done at once', async () => {
      await queue.close()
      queue = await openBossQueue(database, [note] as never, log, { retry: 0, look: 3600 })
      await queue.work(app, [note as Job<NoteApp>])
      const other = await openBossQueue(database, [note] as never, log)
      await other.enqueue(note, { text: 'from there' })
      await vi.waitFor(() => expect(texts()).toEqual(['from there']), 20_000)
      await other.close()
    })

    test('a commit wakes the worker', async () => {
      await queue.close()
      queue = await openBossQueue(database, [note] as never, log, { retry: 0, look: 3600 })
      await queue.work(app, [note as Job<NoteApp>])
      for (const [sent, text] of ['a', 'b', 'c', 'd'].entries()) {
        await database.db.transaction().execute((tx) => queue.enqueue(note, { text }, { tx }))
        await vi.waitFor(() => expect(texts()).toHaveLength(sent + 1), 30_000)
      }
    })

    test('however many queues there are, an idle one looks for due jobs by one query', async () => {
      await queue.close()
      const many = Array.from({ length: 20 }, (_, n) => ({ ...note, name: `tests.note-${n}` }))
      const executeSql = vi.spyOn(database.jobs, 'executeSql')
      queue = await openBossQueue(database, many as never, log, { retry: 0, look: 0.1 })
      await queue.work(app, many as Job<NoteApp>[])
      const looks = () => executeSql.mock.calls.filter(([text]) => text.includes('unnest'))
      await vi.waitFor(() => expect(looks().length).toBeGreaterThan(3), 10_000)
      executeSql.mockClear()
      await vi.waitFor(() => expect(looks().length).toBeGreaterThan(10), 10_000)
      expect(executeSql.mock.calls.length - looks().length).toBeLessThan(8)
      executeSql.mockRestore()
    })

    test('a backlog is worked off without pauses', async () => {
      await queue.close()
      queue = await openBossQueue(database, [note] as never, log, { retry: 0, look: 3600 })
      const numbers = Array.from({ length: 12 }, (_, n) => String(n))
      for (const text of numbers) await queue.enqueue(note, { text })
      await queue.work(app, [note as Job<NoteApp>])
      await vi.waitFor(() => expect(new Set(texts())).toEqual(new Set(numbers)), 20_000)
      expect(texts()).toHaveLength(12)
    })

    test('a failed attempt is retried, and only the last failure counts', async () => {
      run.mockRejectedValueOnce(new Error('disk full'))
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'again' })
      await vi.waitFor(() => expect(texts()).toEqual(['again', 'again']), 15_000)
      await vi.waitFor(async () => expect(await states()).toEqual(['completed']), 20_000)
      expect(failed).not.toHaveBeenCalled()
    })

    test('the failure of the last attempt is reported until it is acknowledged', async () => {
      run.mockRejectedValue(new Error('disk full'))
      failed.mockRejectedValueOnce(new Error('database away'))
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'hopeless' })
      await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2), 18_000)
      expect(failed.mock.calls[1]![1]).toEqual({ text: 'hopeless' })
      expect(run).toHaveBeenCalledTimes(2)
    })

    test('an attempt that failed on an unavailable service does not count, for a day', async () => {
      run.mockImplementation(async () => {
        await delay(20)
        throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      })
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'patient' })
      await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(4), 18_000)
      expect(failed).not.toHaveBeenCalled()
      await database.jobs.executeSql("update pgboss.job set created_on = created_on - interval '25 hours'")
      await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1), 18_000)
    })

    test('an attempt lost with its process does not count, for a day', async () => {
      const lost: PromiseWithResolvers<void>[] = []
      run.mockImplementation(() => {
        lost.push(Promise.withResolvers())
        return lost.at(-1)!.promise
      })
      const loseTry = async (n: number) => {
        await vi.waitFor(() => expect(lost.length).toBe(n), 15_000)
        await database.jobs.executeSql("update pgboss.job set heartbeat_on = now() - interval '1 minute'")
        await database.jobs.executeSql('update pgboss.queue set monitor_claim_on = null, monitor_on = null')
        await supervisor.supervise(note.name)
        // Frees the worker for the attempt after the next one.
        if (n > 1) lost[n - 2]!.resolve()
      }
      const supervisor = new PgBoss({ db: database.jobs, backend: database.backend, supervise: false, schedule: false })
      await supervisor.start()
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'lost' })
      for (let n = 1; n <= 4; n++) await loseTry(n)
      await vi.waitFor(() => expect(lost.length).toBe(5), 15_000)
      expect(failed).not.toHaveBeenCalled()
      await database.jobs.executeSql("update pgboss.job set created_on = created_on - interval '25 hours'")
      await loseTry(5)
      await loseTry(6)
      await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1), 15_000)
      for (const each of lost) each.resolve()
      await supervisor.stop({ graceful: false, close: false })
    })

    test('a job that was given up is listed with the reason, and can be retried, once', async () => {
      const undone = vi.fn(async () => {})
      note.again = undone
      run.mockRejectedValueOnce(new Error('disk full')).mockRejectedValueOnce(new Error('disk still full\nat /srv'))
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'once more' })
      const given = async () => (await queue.list({ state: 'failed', from: 0, count: 10 })).jobs
      await vi.waitFor(async () => expect(await given()).toHaveLength(1), 18_000)
      const [job] = await given()
      expect(job).toMatchObject({ tries: 2, reason: 'disk still full', data: { text: 'once more' } })
      await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1), 20_000)
      expect(await queue.retry(app, job!.id)).toBe('tried')
      expect(undone).toHaveBeenCalledWith(app, { text: 'once more' })
      await vi.waitFor(async () => expect(await states()).toEqual(['completed']), 20_000)
      expect(texts()).toEqual(['once more', 'once more', 'once more'])
      expect(await queue.retry(app, job!.id)).toBe('unknown')
      expect(await given()).toEqual([])
    })

    test("data that does not fit the job's schema is rejected before it is stored", async () => {
      await expect(queue.enqueue(note, { words: 'x' } as never)).rejects.toThrow()
      expect(await waiting()).toEqual([])
    })

    test('reopening keeps the queues and their jobs', async () => {
      await queue.enqueue(note, { text: 'kept' })
      await queue.close()
      queue = await openBossQueue(database, [note] as never, log, hasty)
      await database.db.transaction().execute((tx) => queue.enqueue(note, { text: 'new' }, { tx }))
      await queue.work(app, [note as Job<NoteApp>])
      await vi.waitFor(() => expect(texts().sort()).toEqual(['kept', 'new']), 20_000)
    })

    test('several processes can start at the same moment', async () => {
      const others = await Promise.all([1, 2, 3].map(() => openBossQueue(database, [note] as never, log, hasty)))
      for (const other of [queue, ...others]) await other.work(app, [note as Job<NoteApp>])
      const numbers = Array.from({ length: 20 }, (_, n) => String(n))
      await Promise.all(numbers.map((text, n) => [queue, ...others][n % 4]!.enqueue(note, { text })))
      await vi.waitFor(async () => expect(await states()).toEqual(numbers.map(() => 'completed')), 10_000)
      expect(texts().sort()).toEqual(numbers.sort())
      for (const other of others) await other.close()
    })

    test('a scheduled job is enqueued once in its minute, however many processes there are', async () => {
      await queue.close()
      const everyMinute = { ...note, data: z.object({}), cron: '* * * * *' } as unknown as Job<NoteApp, Note>
      const open = () => openBossQueue(database, [everyMinute] as never, log, { ...hasty, clock: 1 })
      const queues = await Promise.all([open(), open(), open()])
      queue = queues[0]!
      for (const each of queues) await each.work(app, [everyMinute as Job<NoteApp>])
      await vi.waitFor(() => expect(run).toHaveBeenCalled(), 10_000)
      // Later checks by any process find the minute taken.
      const looks = async () => (await scheduler('select cron_on from pgboss.version'))[0]!.cron_on as Date
      const first = await looks()
      await vi.waitFor(async () => expect((await looks()).getTime() - first.getTime()).toBeGreaterThan(2000), 10_000)
      const minutes = () => scheduler("select distinct singleton_on from pgboss.job where name like '%send-it'")
      await vi.waitFor(async () => expect(run).toHaveBeenCalledTimes((await minutes()).length), 20_000)
      expect((await minutes()).length).toBeLessThanOrEqual(2)
      for (const each of queues.slice(1)) await each.close()
    }, 30_000)

    test('a removed schedule is deleted, and a changed one is updated', async () => {
      const times = async () =>
        (await scheduler('select cron, timezone from pgboss.schedule')).map(
          ({ cron, timezone }) => `${cron} ${timezone}`,
        )
      const reopen = async (cron?: string, zone = 'Australia/Perth') => {
        await queue.close()
        queue = await openBossQueue(database, [cron ? { ...note, cron } : note] as never, log, hasty, noTraces, zone)
      }
      await reopen('15 4 * * *')
      expect(await times()).toEqual(['15 4 * * * Australia/Perth'])
      await reopen('15 4 * * *', 'Pacific/Auckland')
      expect(await times()).toEqual(['15 4 * * * Pacific/Auckland'])
      await reopen('30 3 * * *')
      expect(await times()).toEqual(['30 3 * * * Australia/Perth'])
      await reopen()
      expect(await times()).toEqual([])
    })

    test('closing waits for running work', async () => {
      const hold = Promise.withResolvers<void>()
      run.mockImplementation(() => hold.promise)
      await queue.work(app, [note as Job<NoteApp>])
      await queue.enqueue(note, { text: 'long' })
      await vi.waitFor(() => expect(run).toHaveBeenCalled(), 20_000)
      const closed = queue.close()
      hold.resolve()
      await closed
      expect(await states()).toEqual(['completed'])
      queue = await openBossQueue(database, [note] as never, log, hasty)
    })

    const scheduler = async (question: string) =>
      (await database.jobs.executeSql(question)).rows as Record<string, unknown>[]
    async function rows() {
      const found = await database.jobs.executeSql('select state, data from pgboss.job where name = $1', [note.name])
      return found.rows as { state: string; data: Note }[]
    }
    const states = async () => (await rows()).map(({ state }) => state)
    const waiting = async () => (await rows()).filter(({ state }) => state === 'created' || state === 'retry')
  })
}
