import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { CustomerSettings } from '#features/school/settings/server/settings.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { job, type Queue } from '#kit/server/jobs.ts'
import type { Identifier } from '#marc/identifier.ts'
import { keyOf } from '../files/server/keep-file.ts'
import { writeData } from '../files/server/make-files.ts'
import { extensionOf } from '../files/server/write-records.ts'
import { matchIdentifiers } from '../matching/server/match-identifiers.ts'
import { keepMade, keepTogether } from './keep-made.ts'
import { earlierRequest, type MayWait, type NewRequest, usualWaitMs } from './keep-request.ts'
import type { RequestRow } from './tables.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'files' | 'queue' | 'clock' | 'metrics' | 'log'> & MayWait

/** Identifiers, and records. Longer lists would keep other calls waiting. */
const longest = 500
/** Requests made at once at the same time; the others are left to jobs. */
const sideBySide = 16
/** A caller who waits less gets the reply without the file. */
const leastWaitMs = 1000

let underWay = 0

/**
 * Makes a short request before it is stored, then stores it READY with one statement instead of the two dozen of a
 * request and its job. Undefined if a job must make it: it is too long, wants covers, was made before, or something
 * that a later try may have is missing.
 */
export async function makeAtOnce(
  app: Needs,
  caller: SchoolCaller,
  request: NewRequest & { requested: { identifier: string; read: Identifier }[]; settings: CustomerSettings },
  signal: AbortSignal,
): Promise<RequestRow | undefined> {
  const { identities, content } = request
  const inTime = !signal.aborted && (app.fileWaitMs ?? usualWaitMs) >= leastWaitMs
  if (!inTime || content !== 'DATA_ONLY' || identities.length > longest || underWay >= sideBySide) return
  underWay++
  try {
    return await make(app, caller, request, signal)
  } finally {
    underWay--
  }
}

async function make(
  app: Needs,
  caller: SchoolCaller,
  { requested, settings, ...request }: Parameters<typeof makeAtOnce>[2],
  signal: AbortSignal,
): Promise<RequestRow | undefined> {
  const { db, files, clock, metrics, log } = app
  const now = clock()
  const made = await prepare().catch((error: unknown) => {
    log.warn({ err: error }, 'a job makes the request that could not be made at once')
  })
  if (!made) return
  const kept = { caller, request: { ...request, ...made, toMatch: false }, now }
  const row =
    request.idempotencyKey === undefined
      ? await keepTogether(db, kept, underWay === 1)
      : await db.transaction().execute(async (tx) => {
          if ((await earlierRequest(tx, caller, request)) === undefined) return (await keepMade(tx, [kept]))[0]
        })
  if (!row) {
    await files.remove(made.fileKey)
    return
  }
  metrics.downloadRequests.inc({ type: row.type })
  metrics.downloadsFinished.inc({ type: row.type, state: 'READY' })
  metrics.recordsWritten.inc(row.matchedCount)
  return row

  async function prepare() {
    const matches = await matchIdentifiers(app.catalogue, requested, settings.isbnDuplicateHandling, request.chosen)
    if (matches.matched.length === 0 || matches.matched.length > longest) return
    const id = await reservedId(app.queue)
    const wanted = { ...request, ...matches, id, revision: 0, removed: [] }
    const { fileKey, fileSize, prints, ...lists } = await writeData(app, wanted, settings, signal, files.put)
    return fileKey !== undefined && fileSize !== undefined && prints !== undefined
      ? { ...matches, ...lists, id, fileKey, fileSize, prints }
      : undefined
  }
}

/** Ids of one job, and for how long they are used; the job comes much later. */
const idsAtATime = 20
const usedForMs = 5 * 60_000
const lookedAtAfterMs = 15 * 60_000

type Reserved = { ids: string[]; until: number }
const reserved = new WeakMap<Queue, Promise<Reserved>>()

/**
 * An id for a request whose file is written before the request is stored. A job knows it, so that a process killed in
 * between leaves no file for good.
 */
async function reservedId(queue: Queue): Promise<string> {
  for (;;) {
    const current = reserved.get(queue)
    const { ids = [], until = 0 } = (await current?.catch(() => undefined)) ?? {}
    const id = performance.now() < until ? ids.pop() : undefined
    if (id !== undefined) return id
    if (reserved.get(queue) === current) reserved.set(queue, reserve(queue))
    await reserved.get(queue)
  }
}

async function reserve(queue: Queue): Promise<Reserved> {
  const until = performance.now() + usedForMs
  const ids = Array.from({ length: idsAtATime }, () => randomUUID())
  await queue.enqueue(removeUnused, { ids: [...ids] }, { afterMs: lookedAtAfterMs })
  return { ids, until }
}

/** Removes the files of reserved ids that no request has. */
export const removeUnused = job({
  name: 'downloads.remove-unused',
  data: z.object({ ids: z.array(z.string()) }),
  expireSeconds: 5 * 60,
  retries: 10,
  async run({ db, files }: Pick<App, 'db' | 'files'>, { ids }) {
    const used = await db.selectFrom('downloadRequest').select('id').where('id', 'in', ids).execute()
    const unused = new Set(ids).difference(new Set(used.map(({ id }) => id)))
    for (const id of unused)
      for (const extension of new Set(Object.values(extensionOf)))
        await files.remove(keyOf({ id, revision: 0 }, 'data', extension))
  },
})
