import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { type OpenQueue, openBossQueue } from '#adapters/queue/boss-queue.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type Portal, type Program, startPortal, startWorker } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { type PostgresServer, startPostgres } from '../scale/services/postgres.ts'
import type { App, Db } from './app.ts'
import { readEnv } from './env.ts'
import { jobs } from './jobs.ts'

const found = await startPostgres()
const patient = { timeout: 120_000, interval: 200 }

describe.skipIf(!found)('while PostgreSQL is killed and restarted', () => {
  const server = found as PostgresServer
  const folder = mkdtempSync(join(tmpdir(), 'database-away-'))
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let portal: Portal
  let worker: Program
  let database: OpenDatabase
  let queue: OpenQueue
  let cookie: string
  const db = () => database.db as Db

  beforeAll(async () => {
    mailServer = await startMailServer()
    const [port] = await freePorts(1)
    const publicUrl = `http://localhost:${port}`
    const variables = {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      PORT: String(port),
      SMTP_URL: mailServer.url,
      LOG_LEVEL: 'silent',
      DEMO: 'true',
    }
    portal = await startPortal(variables)
    worker = await startWorker(variables)
    database = await openPostgres(server.url, () => {})
    queue = await openBossQueue(database, jobs as never, pino({ level: 'silent' }))
    cookie = await sessionOf(db(), 'demo-lakeside-trial', readEnv({ PUBLIC_URL: publicUrl }).publicUrl)
  })
  afterAll(async () => {
    await portal?.stop()
    await worker?.stop()
    await queue?.close()
    await database?.close()
    await mailServer?.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  type Answer = { status: number; retryAfter: string | null; ms: number; body: { response?: { id: string } } }
  const call = async (path: string, body?: object): Promise<Answer> => {
    const start = performance.now()
    const reply = await fetch(`${portal.origin}${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { cookie, 'x-requested-with': 'test', 'content-type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    return {
      status: reply.status,
      retryAfter: reply.headers.get('retry-after'),
      ms: performance.now() - start,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
  const request = (requestName: string) =>
    call('/rest/mydownload/request/create', { identities: ['9780140328721'], requestName })

  test('calls get a retry answer, and afterwards everything resumes: nothing acknowledged is lost, each mail is sent once', async () => {
    const acknowledged: string[] = []
    const sent: string[] = []
    const refused: Answer[] = []
    let ending = false
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let n = 0; !ending; n++) {
        const name = `writer ${writer} no ${n}`
        sent.push(name)
        const answer = await request(name)
        if (answer.status === 200) acknowledged.push(name)
        else refused.push(answer)
      }
    })
    const mails = 200
    const about = { db: db(), queue, clock: clockIn(defaultZone, () => new Date()) } as unknown as App
    for (let n = 0; n < mails; n++)
      await enqueueMail(about, { to: `reader${n}@away.example`, subject: 'Away', text: 'Away', html: '<p>Away</p>' })

    for (let round = 0; round < 2; round++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(before + 5)
      await server.kill()
      const away = await call('/rest/mydownload/list')
      expect([away.status, Number(away.retryAfter) > 0]).toEqual([503, true])
      expect(away.ms).toBeLessThan(20_000)
      expect((await call('/health/live')).status).toBe(200)
      expect((await call('/health/ready')).status).toBe(503)
      expect((await call('/')).status).toBe(200)
      await server.start()
    }
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, patient).toBeGreaterThan(before + 10)
    ending = true
    await Promise.all(writers)

    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${Number(retryAfter) > 0}`))).toEqual(
      new Set(['503 true']),
    )
    const rows = () =>
      db().selectFrom('downloadRequest').select(['name', 'status']).where('name', 'like', 'writer %').execute()
    await expect.poll(async () => (await rows()).every(({ status }) => status === 'READY'), patient).toBe(true)
    const kept = (await rows()).map(({ name }) => name)
    expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([])
    expect(kept.length).toBe(new Set(kept).size)
    expect(kept.filter((name) => !sent.includes(name))).toEqual([])

    const waiting = () =>
      db().selectFrom('outgoingMail').select('id').where('subject', '=', 'Away').where('state', '!=', 'SENT').execute()
    await expect.poll(async () => (await waiting()).length, patient).toBe(0)
    const readers = mailServer.mails.flatMap(({ to }) => to).filter((each) => each.endsWith('@away.example'))
    expect(readers.sort()).toEqual(Array.from({ length: mails }, (_, n) => `reader${n}@away.example`).sort())
  }, 400_000)
})
