import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { type RunningApp, wire } from '#app/wire.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { matchNumbers } from '#features/catalogue/server/catalogue.ts'
import { ownOfList, pastedList } from '#features/downloads/list-testing.ts'
import { createRequest } from '#features/downloads/server/create-request.ts'
import { identifierKey } from '#marc/identifier.ts'
import { invalidIsbnOf, isbnOf } from './search-records.ts'
import { grouped, say } from './table.ts'
import { formatMs } from './times.ts'

/**
 * `DATA_DIR=data node bench/requests.ts [concurrent requests, default 50] [identifiers, default 4000]`: requests
 * against the catalogue in that folder, which is only read; all other data is in a temporary folder.
 */
const [atOnce = 50, identifiers = 4000] = process.argv.slice(2).map(Number)
const unknownShare = 0.05
const folder = mkdtempSync(join(tmpdir(), 'bench-requests-'))
const never = new AbortController().signal
const subscriptions = [{ typeName: 'TRIAL', productCode: 'T', startsOn: '2000-01-01', endsOn: '2100-01-01' } as const]
const caller = {
  sessionId: 'bench',
  userId: 'demo-lakeside-trial',
  customerId: 'demo-lakeside',
  role: 'staff' as const,
  disabled: false,
  freshProof: false,
  subscriptions,
}

symlinkSync(join(resolve(process.env.DATA_DIR ?? 'data'), 'catalogue'), join(folder, 'catalogue'))
const app = await wire(
  readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error', DEMO: 'true', CLIENT_LIMITS: 'off', SCHOOL_LIMITS: 'off' }),
)
try {
  await loadDemoWorld(app)
  await app.queue.work(app, jobs)
  const pool = await identifiersOf(app)
  const { records } = await app.catalogue.stats()
  say(`${grouped(records)} records; requests of ${grouped(identifiers)} identifiers`)
  await one(pool)
  await pasted(app)
  await many(pool)
} finally {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}

/** ISBNs, or record numbers for records without one, from all over the catalogue. */
async function identifiersOf({ catalogue }: RunningApp): Promise<string[]> {
  const { records } = await catalogue.stats()
  const step = Math.max(1, Math.floor(records / (4 * identifiers)))
  const ids: string[] = []
  let n = 0
  for await (const id of catalogue.ids()) if (n++ % step === 0) ids.push(id)
  const found: string[] = []
  for (let from = 0; from < ids.length; from += 4000)
    for (const { id, isbn13 } of await catalogue.documents(ids.slice(from, from + 4000))) found.push(isbn13[0] ?? id)
  return found
}

/** Another part of the pool each time, with some unknown ones. */
function identifiersFor(pool: string[], turn: number): string[] {
  const known = Math.floor(identifiers * (1 - unknownShare))
  const from = (turn * 997) % pool.length
  return Array.from({ length: identifiers }, (_, n) =>
    n < known ? pool[(from + n) % pool.length]! : `none${turn}x${n}`,
  )
}

async function one(pool: string[]) {
  const matching: number[] = []
  const whole: number[] = []
  for (let turn = 0; turn < 10; turn++) {
    const identities = identifiersFor(pool, turn)
    let start = performance.now()
    await matchNumbers(
      app.catalogue,
      identities.map((each) => identifierKey(each).key),
    )
    matching.push(performance.now() - start)
    start = performance.now()
    const { response } = await createRequest(app, caller, { identities }, never)
    whole.push(performance.now() - start)
    if (response.requestStatus !== 'READY') say(`not ready when it was answered: ${response.requestStatus}`)
  }
  say(
    `one at a time, median of ${whole.length}: look-up ${median(matching)} ms, matched, written and READY ${median(whole)} ms, slowest ${formatMs(Math.max(...whole))} ms`,
  )
}

/** A list as schools paste it, with its exact counts; `search-records.ts` knows those of its own catalogues. */
async function pasted({ catalogue }: RunningApp) {
  const { records } = await catalogue.stats()
  const at = (n: number) => Math.floor((n * records) / (2 * ownOfList))
  const foreign = Array.from({ length: 100 }, (_, n) => invalidIsbnOf(at(n * 20) - (at(n * 20) % 20)))
  const list = pastedList({
    own: Array.from({ length: ownOfList }, (_, n) => isbnOf(at(n))),
    foreign,
    lacking: Array.from({ length: 200 }, (_, n) => isbnOf(records + 1000 + n)),
  })
  const known = await catalogue.lookup(foreign)
  if (known.size < foreign.length) return say('no pasted list: the catalogue is not one of bench/search-records.ts')
  const times: number[] = []
  for (let turn = 0; turn < 10; turn++) {
    const start = performance.now()
    const { response } = await createRequest(app, caller, { identities: list.identifiers }, never)
    times.push(performance.now() - start)
    const reasons = Object.values(response.unmatchedReasons)
    const count = (reason: string) => reasons.filter((each) => each === reason).length
    const counts = {
      asked: response.identities.split(',').length,
      matched: response.matchedRecords.split(',').length,
      proposed: count('invalid_isbn'),
      damaged: count('spreadsheet_damage'),
      unknown: count('not_found'),
    }
    const { identifiers: _, ...expected } = list
    if (JSON.stringify(counts) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(counts)} instead of ${JSON.stringify(expected)}`)
  }
  const { asked, matched, proposed, damaged, unknown } = list
  say(
    `pasted, ${grouped(list.identifiers.length)} of which ${grouped(asked)} differ: ${grouped(matched)} matched, ${proposed} proposed, ${damaged} cut short, ${unknown} unknown; READY ${median(times)} ms, slowest ${formatMs(Math.max(...times))} ms`,
  )
}

function median(times: number[]) {
  return formatMs(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!)
}

async function many(pool: string[]) {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const start = performance.now()
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async (_, turn) => {
      const { response } = await createRequest(app, caller, { identities: identifiersFor(pool, turn) }, never)
      return { id: response.id, status: response.requestStatus, ms: performance.now() - start }
    }),
  )
  const open = app.db.selectFrom('downloadRequest').select('id').where('status', '=', 'PROCESSING')
  while ((await open.execute()).length > 0) await delay(50)
  const ms = performance.now() - start
  clearInterval(watch)
  const ids = answers.map(({ id }) => id)
  const rows = await app.db
    .selectFrom('downloadRequest')
    .select(['status', 'matchedCount', 'fileKey', 'fileSize'])
    .where('id', 'in', ids)
    .execute()
  const whole: boolean[] = []
  for (const { status, fileKey, fileSize } of rows)
    whole.push(status === 'READY' && fileKey !== null && (await app.files.size(fileKey)) === fileSize)
  const readyAtOnce = answers.filter(({ status }) => status === 'READY').length
  say(
    `${atOnce} at once: ${whole.filter(Boolean).length} READY with their whole file after ${formatMs(ms)} ms; ${readyAtOnce} of them were answered READY, the others PROCESSING; slowest answer ${formatMs(Math.max(...answers.map((each) => each.ms)))} ms`,
  )
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
  say(`memory of the process: ${mib(before)} MiB before, ${mib(peak)} MiB at most`)
}
