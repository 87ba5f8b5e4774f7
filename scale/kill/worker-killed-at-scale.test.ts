import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onServer } from '#adapters/database/testing.ts'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { readEnv } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { type RunningApp, wire } from '#app/wire.ts'
import { keepRequest } from '#features/downloads/server/keep-request.ts'
import { splitBuffer } from '#marc/iso2709/iso2709.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type Program, startWorker } from '../programs.ts'

const server = inject('postgresUrl')
const mails = 30

describe.skipIf(!server)('a worker killed in the middle of its jobs', () => {
  const name = `killed_${randomUUID().replaceAll('-', '')}`
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const workers: Program[] = []
  let holding = true
  let held = 0
  const taken: string[] = []
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let variables: Record<string, string>
  let app: RunningApp

  beforeAll(async () => {
    await onServer(server, `create database ${name}`)
    mailServer = await startMailServer({
      // An email that comes while the first worker lives is read and never answered.
      onData: async (stream, session, done) => {
        // A killed worker closes its connection in the middle of an email.
        const mail = await buffer(stream).catch(() => undefined)
        if (!mail) return
        held++
        if (holding) return
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      },
    })
    variables = {
      DATABASE_URL: new URL(`/${name}`, server).href,
      DATA_DIR: folder,
      SMTP_URL: mailServer.url,
      LOG_LEVEL: 'error',
      DEMO: 'true',
    }
    app = await wire(readEnv(variables))
    await loadFirstContent(app)
  })
  afterAll(async () => {
    await Promise.all(workers.map((each) => each.kill()))
    await app?.close()
    await mailServer?.stop()
    await onServer(server, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  })

  test('has them taken over by another, and their effects exist once', { timeout: 400_000, retry: 0 }, async () => {
    const ids: string[] = []
    for await (const id of app.catalogue.ids()) if (ids.push(id) === 100) break
    const requestId = await app.db.transaction().execute((tx) =>
      keepRequest(
        app,
        tx,
        { customerId: 'demo-lakeside', userId: 'demo-lakeside-trial' },
        {
          type: 'IDENTIFIERS',
          name: 'Taken over',
          identities: ids,
          matched: ids,
          fileFormat: 'MARC_21',
          content: 'DATA_ONLY',
        },
      ),
    )
    for (let n = 0; n < mails; n++)
      await enqueueMail(app, { to: `reader${n}@killed.example`, subject: `Mail ${n}`, text: 'One', html: '<p>One</p>' })

    workers.push(await startWorker(variables))
    await expect.poll(() => held, { timeout: 60_000 }).toBeGreaterThan(0)
    const active = () => sql`select id from pgboss.job where state = 'active' and name = 'mail.send'`.execute(app.db)
    expect((await active()).rows.length).toBeGreaterThan(0)
    await workers[0]!.kill()
    holding = false

    workers.push(await startWorker(variables))
    const waiting = () => app.db.selectFrom('outgoingMail').select('recipient').where('state', '!=', 'SENT').execute()
    await expect.poll(waiting, { timeout: 180_000, interval: 500 }).toEqual([])
    expect(taken.filter((each) => each.endsWith('@killed.example')).sort()).toEqual(
      Array.from({ length: mails }, (_, n) => `reader${n}@killed.example`).sort(),
    )

    const request = () =>
      app.db.selectFrom('downloadRequest').selectAll().where('id', '=', requestId).executeTakeFirstOrThrow()
    await expect.poll(async () => (await request()).status, { timeout: 60_000 }).toBe('READY')
    const { fileKey } = await request()
    const file = await buffer((await app.files.get(fileKey!))!.stream)
    expect([...splitBuffer(file)]).toHaveLength(ids.length)
  })
})
