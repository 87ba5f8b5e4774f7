import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import type { Answers } from '#kit/server/thread-calls.ts'
import { undisturbed } from './thread.ts'
import type { WorkerPool } from './worker-pool.ts'

export type Limits = { size: number; timeoutMs?: number; graceMs?: number }

/** An engine's pool and calls; `folder` is empty at first. */
export type Pooled<A extends Answers> = {
  open(folder: string, limits: Limits): Promise<WorkerPool<A>> | WorkerPool<A>
  /** The file that the threads read. */
  fileIn(folder: string): string
  /** Takes hours unless abandoned. */
  slow(pool: WorkerPool<A>, signal?: AbortSignal): Promise<unknown>
  quick(pool: WorkerPool<A>, signal?: AbortSignal): Promise<unknown>
}

/** Longer than any test lasts. */
const neverMs = 600_000
const patient = { timeout: 30_000 }

/** A clause for either engine that takes a billion short steps to evaluate. */
export function endless<C>(all: C, anyOf: (clauses: C[]) => C): C {
  let clause = all
  for (let depth = 0; depth < 9; depth++) clause = anyOf(Array<C>(10).fill(clause))
  return clause
}

type Inside = {
  seats: { worker: Worker; task: { ask: string } | undefined; isStale: boolean; signs: Int32Array }[]
  waiting: { size: number }
}

/** The contract of `WorkerPool` for every engine. */
export function describePool<A extends Answers>(name: string, { open, fileIn, slow, quick }: Pooled<A>) {
  describe(`${name}: threads`, () => {
    let folder: string
    let pool: WorkerPool<A> | undefined
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'pool-'))
    })
    afterEach(async () => {
      vi.useRealTimers()
      await pool?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const started = async (limits: Limits) => {
      pool = await open(folder, { timeoutMs: neverMs, graceMs: neverMs, ...limits })
      const inside = pool as unknown as Inside
      await quick(pool)
      // Its thread has preloaded the first state and is idle.
      await expect.poll(() => inside.seats.every(({ task, isStale }) => !task && !isStale), patient).toBe(true)
      return { pool, inside }
    }
    const begun = ({ seats }: Inside) =>
      expect.poll(() => seats.some(({ task }) => task?.ask === 'search'), patient).toBe(true)
    /** A slow call in progress, and its outcome. */
    const underWay = async ({ pool, inside }: { pool: WorkerPool<A>; inside: Inside }) => {
      const control = new AbortController()
      const reason = new Error('the reader has gone')
      let isOver = false
      const ended = slow(pool, control.signal).then(
        () => expect.unreachable(),
        (error: unknown) => {
          isOver = true
          return error
        },
      )
      await begun(inside)
      return { abandon: () => control.abort(reason), reason, ended, isOver: () => isOver }
    }
    /** Makes the thread of a one-thread pool stop listening, so that it cannot finish before it is terminated. */
    const deafen = ({ seats }: Inside) => {
      const { worker } = seats[0]!
      worker.postMessage = () => {}
      return worker
    }
    const unavailable = expect.objectContaining({ code: 'search_unavailable', status: 503 })

    test('quick calls are answered beside a slow one, by a thread that starts for them', async () => {
      const it = await started({ size: 2 })
      const { abandon, ended, isOver, reason } = await underWay(it)
      for (let n = 0; n < 20; n++) await quick(it.pool)
      expect(it.inside.seats).toHaveLength(2)
      expect(isOver()).toBe(false)
      abandon()
      expect(await ended).toBe(reason)
    })

    test('an abandoned call stops, and its thread takes the next', async () => {
      const it = await started({ size: 1 })
      const { worker } = it.inside.seats[0]!
      const { abandon, ended, reason } = await underWay(it)
      const next = quick(it.pool)
      abandon()
      expect(await ended).toBe(reason)
      await next
      expect(it.inside.seats[0]!.worker).toBe(worker)
    })

    test('a call that takes too long is aborted but its thread survives; time in the queue does not count', async () => {
      const it = await started({ size: 1, timeoutMs: 2000 })
      const { worker } = it.inside.seats[0]!
      const start = performance.now()
      const tooLong = [slow(it.pool), slow(it.pool)].map((each) => expect(each).rejects.toThrow(/took too long/))
      const last = quick(it.pool)
      await Promise.all(tooLong)
      await last
      expect(performance.now() - start).toBeGreaterThan(3990)
      expect(it.inside.seats[0]!.worker).toBe(worker)
    })

    test('waiting calls queue; one abandoned there is removed and never started', async () => {
      const it = await started({ size: 1 })
      const { abandon, ended } = await underWay(it)
      const control = new AbortController()
      const waiting = Array.from({ length: 6 }, () => quick(it.pool, control.signal).catch((error: unknown) => error))
      await expect.poll(() => it.pool.waitQueue.waitMs(), patient).toBeGreaterThan(0)
      const last = quick(it.pool)
      control.abort('gone')
      expect(await Promise.all(waiting)).toEqual(Array(6).fill('gone'))
      expect(it.inside.waiting.size).toBe(1)
      abandon()
      await ended
      await last
      expect(it.pool.waitQueue.waitMs()).toBe(0)
    })

    test('an already abandoned call is never sent', async () => {
      const { pool, inside } = await started({ size: 1 })
      await expect(quick(pool, AbortSignal.abort('gone'))).rejects.toBe('gone')
      expect(inside.seats[0]!.task).toBeUndefined()
    })

    test('a thread that dies is replaced, and only its current call fails', async () => {
      const { pool, inside } = await started({ size: 1 })
      const worker = deafen(inside)
      const lost = expect(slow(pool)).rejects.toThrow(/broke off/)
      await begun(inside)
      const next = quick(pool)
      await worker.terminate()
      await lost
      await next
      expect(inside.seats[0]!.worker).not.toBe(worker)
    })

    test('a thread that does not notice that its call was aborted is replaced', async () => {
      const it = await started({ size: 1, graceMs: 50 })
      const worker = deafen(it.inside)
      const { abandon, ended, reason } = await underWay(it)
      const next = quick(it.pool)
      abandon()
      expect(await ended).toBe(reason)
      await next
      expect(it.inside.seats[0]!.worker).not.toBe(worker)
    })

    test('a thread that reads a new state for an abandoned call is not terminated before it is done', async () => {
      const it = await started({ size: 1, graceMs: 50 })
      const worker = deafen(it.inside)
      const { abandon, ended } = await underWay(it)
      const { signs } = it.inside.seats[0]!
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      const terminate = vi.spyOn(worker, 'terminate')
      Atomics.store(signs, undisturbed, 1)
      abandon()
      vi.advanceTimersByTime(1000)
      expect(terminate).not.toHaveBeenCalled()
      Atomics.store(signs, undisturbed, 0)
      vi.advanceTimersByTime(50)
      expect(terminate).toHaveBeenCalled()
      await ended
    })

    test('a thread that reads a new state takes no call until it is done', async () => {
      const { pool, inside } = await started({ size: 1 })
      const worker = deafen(inside)
      pool.refresh()
      const reply = quick(pool)
      expect(inside.waiting.size).toBe(1)
      await worker.terminate()
      // If the thread had taken it, it would be lost by now.
      await reply
    })

    test('if no thread can start, waiting calls are refused; once one can, the next call is answered', async () => {
      const spoil = () => {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        writeFileSync(fileIn(folder), 'This is a letter to the editor, not a database. '.repeat(200))
      }
      const repair = () => rmSync(fileIn(folder))
      const { pool, inside } = await started({ size: 1 })
      spoil()
      const worker = deafen(inside)
      const lost = expect(slow(pool)).rejects.toEqual(unavailable)
      await begun(inside)
      const waiting = expect(quick(pool)).rejects.toThrow(/cannot be read: .*not a database/)
      await worker.terminate()
      await Promise.all([lost, waiting])
      await expect(quick(pool)).rejects.toThrow(/cannot be read: .*not a database/)
      repair()
      await quick(pool)
    })

    test('closing refuses calls in progress and later ones', async () => {
      const { pool, inside } = await started({ size: 1 })
      const replies = [slow(pool), quick(pool)].map((each) => each.catch((error: unknown) => error))
      await begun(inside)
      await pool.close()
      expect(await Promise.all(replies)).toEqual([unavailable, unavailable])
      await expect(quick(pool)).rejects.toBeInstanceOf(Problem)
    })
  })
}
