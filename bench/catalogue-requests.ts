import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { buildPagesIfStale } from '#app/build/web-build.ts'
import { readEnv, variablesWith } from '#app/env.ts'
import { type RunningApp, wire } from '#app/wire.ts'
import { loadDemoDepots } from '#demo/depots.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { cookieName, hashToken } from '#features/account/sign-in/server/sessions.ts'
import type { WholeWork, Work } from '#features/requests/cataloguing/contract.ts'
import { newNumbers } from '#features/requests/form/server/save-items.ts'
import { maxFileBytes } from '#features/requests/rules.ts'
import { workKeyOf } from '#features/requests/server/work-key.ts'
import { dayMs } from '#kit/day.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { isbnOf, marcRecord, readTitles } from './search-records.ts'
import { grouped, say } from './table.ts'
import { formatMs } from './times.ts'

/**
 * `node bench/catalogue-requests.ts [records, default 100000] [waiting items, default 10000]`: the whole portal in a
 * child process, called over HTTP: pictures of 5 MB, the desk's queue, and attaching records to requests.
 */
const [records = 100_000, waiting = 10_000] = process.argv.slice(2).map(Number)
const itemsInARequest = 20
/** The number of items for the same work. */
const sameWork = 5
const folder = mkdtempSync(join(tmpdir(), 'bench-cataloguing-'))
const port = await freePort()
const origin = `http://localhost:${port}`
const variables = {
  DATA_DIR: folder,
  PORT: String(port),
  LOG_LEVEL: 'error',
  DEMO: 'true',
  CLIENT_LIMITS: 'off',
  SCHOOL_LIMITS: 'off',
}
const titles = readTitles()

try {
  await prepare()
  const portal = await startPortal()
  try {
    say(`${grouped(records)} records, ${grouped(waiting)} items wait; memory at the start ${memoryOf(portal.pid)}`)
    await pictures(portal.pid)
    await queue(portal.pid)
    await answers(portal.pid)
  } finally {
    portal.kill('SIGTERM')
    await once(portal, 'exit')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Creates the catalogue, waiting requests, and sessions for a librarian and for the desk. */
async function prepare() {
  await buildPagesIfStale()
  const app = await wire(readEnv(variables))
  await loadDemoWorld(app)
  await loadDemoDepots(app)
  await app.catalogue.write(
    (function* () {
      for (let i = 0; i < records; i++) {
        const record = marcRecord(titles, i)
        yield { document: toDocument(record), marc: encodeRecord(record).bytes, encoding: 'utf-8' as const }
      }
    })(),
  )
  for (const userId of ['demo-hillview-librarian', 'demo-desk'])
    await app.db
      .insertInto('session')
      .values({
        id: userId,
        tokenHash: hashToken(userId),
        userId,
        idToken: null,
        createdAt: new Date(),
        lastSeenAt: new Date(),
        expiresAt: new Date(Date.now() + dayMs),
      })
      .execute()
  for (let made = 0; made < waiting; made += itemsInARequest) await keepRequest(app, made)
  await app.close()
}

async function keepRequest({ db }: RunningApp, from: number) {
  const id = `bench-${from}`
  const submittedAt = new Date(Date.now() - (waiting - from) * 60_000)
  const [requestNumber] = await newNumbers(db, 'CR', 1)
  await db
    .insertInto('catalogueRequest')
    .values({
      id,
      requestNumber: requestNumber!,
      customerId: ['demo-hillview', 'demo-riverside', 'demo-lakeside'][(from / itemsInARequest) % 3]!,
      requestedById: ['demo-hillview-librarian', 'demo-riverside-librarian', 'demo-lakeside-trial'][
        (from / itemsInARequest) % 3
      ]!,
      status: 'REQUESTED',
      depotId: 'demo-depot-vic',
      createdAt: submittedAt,
      updatedAt: submittedAt,
      updatedById: null,
      submittedAt,
      submittedById: null,
    })
    .execute()
  const numbers = await newNumbers(db, 'CI', itemsInARequest)
  const items = numbers.map((itemNumber, position) => {
    // Every fifth request repeats the items of the four before it.
    const work = (Math.floor(from / itemsInARequest / sameWork) * itemsInARequest + position) % waiting
    const physicalResource = work % 3 !== 0
    const facts = {
      title: titles[(work * 31) % titles.length]!.title.slice(0, 400),
      standardNumber: isbnOf(50_000_000 + work),
      authors: '',
      url: '',
      resourceType: 'BOOK' as const,
    }
    return {
      ...facts,
      id: `${id}-${position}`,
      requestId: id,
      itemNumber,
      position,
      status: 'REQUESTED' as const,
      physicalResource,
      publisher: physicalResource ? '' : 'A publisher',
      publicationDate: physicalResource ? '' : '2025',
      workKey: workKeyOf(facts),
      depotId: physicalResource ? 'demo-depot-vic' : null,
      submittedAt,
      receivedAt: null,
      assignedToId: null,
      answeredAt: null,
      answeredById: null,
      recordId: null,
      downloadRequestId: null,
    }
  })
  await db.insertInto('catalogueItem').values(items).execute()
}

/** Like a phone's photo: 12 megapixels, and the largest size allowed. */
async function fiveMegabytes(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 }
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff', noise } })
  for (let quality = 92; ; quality -= 4) {
    const bytes = await picture.clone().jpeg({ quality }).toBuffer()
    if (bytes.length <= maxFileBytes) return bytes
  }
}

async function pictures(pid: number | undefined) {
  const bytes = await fiveMegabytes()
  const body = { files: [{ filename: 'title-page.jpg', base64: bytes.toString('base64') }] }
  const send = async () => {
    const { response } = await ask<{ files: { accepted: boolean; reason?: string }[] }>('cataloguerequests/scanfiles', {
      body,
    })
    if (!response.files[0]!.accepted) throw new Error(response.files[0]!.reason)
  }
  await row(`a picture of ${grouped(bytes.length)} bytes scanned and re-encoded`, pid, 10, send)
  await row('two of them at once', pid, 5, () => Promise.all([send(), send()]))
}

async function queue(pid: number | undefined) {
  const look = (query = '') => ask<Work[]>(`desk/cataloguing${query}`, { as: 'demo-desk' })
  const first = await look()
  say(`the queue has ${grouped(first.totalCount ?? 0)} works`)
  const last = Math.ceil((first.totalCount ?? 1) / Math.max(1, first.response.length))
  await row('queue, its first page', pid, 20, () => look())
  await row('queue, its last page', pid, 20, () => look(`?page=${last}`))
  await row('queue, what is posted', pid, 20, () => look('?state=posted'))
  await row('queue, found by words', pid, 20, () => look(`?text=${encodeURIComponent('report water')}`))
  const works = first.response
  await row('everything about a work, with candidates', pid, 20, (turn) =>
    ask<WholeWork>(`desk/cataloguing/${works[turn % works.length]!.itemId}`, { as: 'demo-desk' }),
  )
  await row('a school’s list of 100 requests', pid, 20, () => ask('cataloguerequests?pageSize=100'))
  await row('a school’s timeline, with places in the queue', pid, 20, () => ask('cataloguerequests/bench-0/timeline'))
}

async function answers(pid: number | undefined) {
  const { response: works } = await ask<Work[]>('desk/cataloguing?state=posted', { as: 'demo-desk' })
  await row('a parcel’s item checked in', pid, 20, (turn) =>
    ask('desk/cataloguing/checkin', { as: 'demo-desk', body: { code: works[turn]!.askers[0]!.itemNumber } }),
  )
  await row(`a new record loaded and attached for ${sameWork} schools`, pid, 10, (turn) => {
    const work = works[turn]!
    const { leader, fields } = marcRecord(titles, 7 * turn + 3)
    const record = {
      leader,
      fields: fields.map((field) =>
        field.tag === '001'
          ? { tag: '001', value: `bench${turn}` }
          : field.tag === '020'
            ? { ...field, subfields: [{ code: 'a', value: work.standardNumber }] }
            : field,
      ),
    }
    return ask('desk/cataloguing/attach', {
      as: 'demo-desk',
      body: {
        itemIds: work.askers.map(({ itemId }) => itemId),
        base64: Buffer.from(encodeRecord(record).bytes).toString('base64'),
      },
    })
  })
  const { fields } = marcRecord(titles, 5)
  const recordId = (fields.find(({ tag }) => tag === '001') as { value: string }).value
  await row('a record of the catalogue attached', pid, 10, (turn) =>
    ask('desk/cataloguing/attach', {
      as: 'demo-desk',
      body: { itemIds: works[20 + turn]!.askers.map(({ itemId }) => itemId), recordId },
    }),
  )
}

/** One line: median and slowest time, and the memory of the portal's process afterwards and at its peak. */
async function row(name: string, pid: number | undefined, times: number, once: (turn: number) => Promise<unknown>) {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const start = performance.now()
    await once(turn)
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const median = formatMs(taken[Math.floor(times / 2)]!)
  say(`${name}: median ${median} ms, slowest ${formatMs(taken.at(-1)!)} ms; memory ${memoryOf(pid)}`)
}

type Reply<T> = { response: T; totalCount?: number }
async function ask<T = unknown>(
  path: string,
  { as = 'demo-hillview-librarian', body }: { as?: string; body?: object } = {},
): Promise<Reply<T>> {
  const headers = {
    cookie: `${cookieName(origin)}=${as}`,
    'x-requested-with': 'bench',
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const answer = await fetch(`${origin}/rest/${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Reply<T>
}

function memoryOf(pid: number | undefined): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mib = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
    return `${mib('VmRSS')} MiB, at most ${mib('VmHWM')}`
  } catch {
    return 'not known here'
  }
}

async function startPortal() {
  const child = spawn(process.execPath, ['app/start.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: variablesWith(variables),
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error('The portal did not start.')
    const ready = await fetch(`${origin}/health/ready`).catch(() => undefined)
    if (ready?.ok) return child
    await delay(50)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as { port: number }
  server.close()
  return free
}
