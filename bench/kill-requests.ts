import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnv, variablesWith } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { wire } from '#app/wire.ts'
import { cookieName, hashToken } from '#features/account/server/sessions.ts'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { splitBuffer } from '#marc/iso2709.ts'

/**
 * `node bench/kill-requests.ts [rounds, default 20]`: the whole portal on the sample catalogue is killed by `kill -9`
 * in the middle of requests, later in each round, and started again. Says how many of the acknowledged ones were lost,
 * and how many files were sent that are not what was asked for.
 */
const rounds = Number(process.argv[2] ?? 20)
const atOnce = 6
const folder = mkdtempSync(join(tmpdir(), 'bench-kill-'))
const port = await freePort()
const origin = `http://localhost:${port}`
const variables = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error', DEMO: 'true' }
const headers = {
  cookie: `${cookieName(origin)}=bench`,
  'x-requested-with': 'bench',
  'content-type': 'application/json',
}
const say = (line: string) => process.stdout.write(`${line}\n`)
const counted = { killed: 0, acknowledged: 0, underWay: 0, ready: 0, lost: 0, broken: 0, leftovers: 0 }

try {
  const ids = await prepare()
  for (let round = 0; round < rounds; round++) await killOnce(ids, round)
  say(
    `${counted.killed} kills: ${counted.acknowledged} requests acknowledged before, ${counted.underWay} more were kept; after the restarts ${counted.ready} READY, ${counted.lost} lost, ${counted.broken} files not whole, ${counted.leftovers} files of no request`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The demo world with its catalogue, and a session that outlives every kill. */
async function prepare(): Promise<string[]> {
  const app = await wire(readEnv(variables))
  await loadFirstContent(app)
  await app.db
    .insertInto('session')
    .values({
      id: 'bench',
      tokenHash: hashToken('bench'),
      userId: 'demo-lakeside-trial',
      idToken: null,
      createdAt: new Date(),
      lastSeenAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute()
  const ids: string[] = []
  for await (const id of app.catalogue.ids()) ids.push(id)
  await app.close()
  return ids.slice(0, 4000)
}

async function killOnce(ids: string[], round: number) {
  const first = await startPortal()
  const acknowledged: string[] = []
  for (let n = 0; n < atOnce; n++)
    void call<DownloadRequest>('request/create', { identities: ids, requestName: `${round}.${n}` })
      .then(({ id }) => acknowledged.push(id))
      .catch(() => undefined)
  // A little later each round: before anything is kept, while files are written, when some are answered.
  await delay(150 + round * 150)
  first.kill('SIGKILL')
  await once(first, 'exit')
  counted.killed++

  const second = await startPortal()
  const kept = await call<{ id: string; requestName: string }[]>(`list?pageSize=100&query=${round}`)
  const mine = kept.filter(({ requestName }) => requestName.startsWith(`${round}.`)).map(({ id }) => id)
  counted.acknowledged += acknowledged.length
  counted.underWay += mine.filter((id) => !acknowledged.includes(id)).length
  counted.lost += acknowledged.filter((id) => !mine.includes(id)).length
  for (const id of mine) await look(id, ids)
  second.kill('SIGTERM')
  await once(second, 'exit')
  const files = readdirSync(join(folder, 'files/downloads'))
  counted.leftovers += Math.max(0, files.length - counted.ready)
}

/** Waits until it is ready, and reads its file as a library system would. */
async function look(id: string, ids: string[]) {
  for (const end = Date.now() + 120_000; ; await delay(100)) {
    const { requestStatus } = await call<DownloadRequest>(`download/details?requestId=${id}`)
    if (requestStatus === 'READY') break
    if (requestStatus === 'FAILED' || Date.now() > end) {
      counted.lost++
      return
    }
  }
  counted.ready++
  const answer = await fetch(`${origin}/rest/mydownload/download?requestId=${id}`, { headers })
  const records = [...splitBuffer(Buffer.from(await answer.arrayBuffer()))]
  if (answer.status !== 200 || records.length !== ids.length) counted.broken++
}

async function call<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${origin}/rest/mydownload/${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { response: T }).response
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
