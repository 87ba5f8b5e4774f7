import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import { onServer } from '#adapters/database/testing.ts'
import { startMailServer } from '#adapters/mail/smtp-testing.ts'
import { type OpenQueue, openBossQueue } from '#adapters/queue/boss-queue.ts'
import { accountApi } from '#features/account/contract.ts'
import { profileApi } from '#features/account/profile/contract.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { paper } from '#features/requests/server/testing.ts'
import { activationApi } from '#features/school/activation/contract.ts'
import { issueActivation } from '#features/school/activation/server/activation.ts'
import { organisationApi } from '#features/school/organisation/contract.ts'
import { z3950Api } from '#features/school/z3950/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { newCart } from '#features/shop/orders/server/orders-testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { type Call, callAt } from '../scale/call-at.ts'
import { type Portal, type Program, startPortal, startWorker } from '../scale/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import type { App, Db } from './app.ts'
import { readEnv } from './env.ts'
import { jobs } from './jobs.ts'

const server = inject('postgresUrl')

describe.skipIf(!server)('two portals and two workers on one PostgreSQL', () => {
  const name = `several_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server || 'postgres://nowhere')
  url.pathname = `/${name}`
  const folder = mkdtempSync(join(tmpdir(), 'several-'))
  let publicUrl: string
  let portals: Portal[] = []
  let workers: Program[] = []
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let database: OpenDatabase
  let queue: OpenQueue
  let startedAt: number
  const db = () => database.db as Db
  /** The parts needed by the use cases that these tests call for preparation. */
  const app = () =>
    ({
      db: db(),
      queue,
      clock: clockIn(defaultZone, () => new Date()),
      env: readEnv({ PUBLIC_URL: publicUrl }),
    }) as unknown as App

  beforeAll(async () => {
    await onServer(server, `create database ${name}`)
    mailServer = await startMailServer()
    const ports = await freePorts(2)
    publicUrl = `http://localhost:${ports[0]}`
    const variables = (port = 0) => ({
      DATABASE_URL: url.href,
      DATA_DIR: folder,
      PUBLIC_URL: publicUrl,
      PORT: String(port),
      SMTP_URL: mailServer.url,
      LOG_LEVEL: 'error',
      DEMO: 'true',
    })
    startedAt = Date.now()
    const starting = await Promise.allSettled([
      ...ports.map((port) => startPortal(variables(port))),
      ...ports.map(() => startWorker(variables())),
    ])
    const started = starting.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    portals = started.filter((each): each is Portal => 'origin' in each)
    workers = started.filter((each) => !('origin' in each))
    expect(starting.filter(({ status }) => status === 'rejected')).toEqual([])
    database = await openPostgres(url.href, () => {})
    queue = await openBossQueue(database, jobs as never, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    const codes = await Promise.all([...portals, ...workers].map((each) => each.stop()))
    await queue?.close()
    await database?.close()
    await mailServer?.stop()
    await onServer(server, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
    expect(codes).toEqual([0, 0, 0, 0])
  })

  /** This person's calls to each of the portals, in one session. */
  const asBoth = async (userId: string): Promise<[Call, Call]> => {
    const cookie = await sessionOf(db(), userId, publicUrl)
    return portals.map(({ origin }) => callAt(origin, cookie)) as [Call, Call]
  }
  const visitor = (n: number) => callAt(portals[n % 2]!.origin)
  const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code)).sort()

  test('that start at the same moment on an empty database create its tables and first content once', async () => {
    const files = readdirSync('migrations').filter((each) => each.endsWith('.sql'))
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db())
    expect(rows.map((row) => row.name)).toEqual(files.sort())
    const customers = await db().selectFrom('customer').select('customerNo').execute()
    expect(new Set(customers.map(({ customerNo }) => customerNo)).size).toBe(customers.length)
    const releases = await db().selectFrom('authorityRelease').select('id').execute()
    expect(releases).toHaveLength(1)
  })

  test('signing out on one signs out on the other', async () => {
    const [first, second] = await asBoth('demo-hillview-librarian')
    expect((await second(accountApi.currentUser, {})).user.username).toBe('librarian@hillview.example')
    await first(accountApi.logout, {})
    await expect.poll(() => second(accountApi.currentUser, {}).catch(({ code }) => code)).toBe('sign_in_required')
  })

  test('guesses on both count together', async () => {
    const ask = (n: number) => visitor(n)(profileApi.requestForgotPassword, { username: 'nobody@hillview.example' })
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => ask(n)))
    expect(codesOf(outcomes)).toEqual([...Array(5).fill('done'), ...Array(35).fill('work_needed')])
  })

  test('wrong PINs on both lock it after the fifth, and the primary contact is notified once', async () => {
    const both = await asBoth('demo-riverside-librarian')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        both[n % 2]!(organisationApi.enterPin, { pin: '000000', customerId: 'demo-riverside' }),
      ),
    )
    expect(codesOf(outcomes)).toEqual([...Array(8).fill('pin_locked'), ...Array(4).fill('pin_wrong')])
    const right = both[1](organisationApi.enterPin, { pin: '246810', customerId: 'demo-riverside' })
    await expect(right).rejects.toMatchObject({ code: 'pin_locked' })
    const mails = await db().selectFrom('outgoingMail').select('id').where('subject', 'ilike', '%PIN%').execute()
    expect(mails).toHaveLength(1)
  })

  test('a one-time link used on both at once takes effect once', async () => {
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        issueActivation(app(), {
          kind: 'free-trial',
          whom: {
            applicant: { organisation: `Both ${n}`, firstName: 'A', lastName: 'B', email: `both${n}@new.example` },
          },
        }),
      ),
    )
    const uses = links.flatMap(({ token }) => [0, 1, 0, 1].map((at) => ({ token, at })))
    const outcomes = await Promise.allSettled(
      uses.map(({ token, at }) => visitor(at)(activationApi.activateTrial, { id: token })),
    )
    expect(codesOf(outcomes)).toEqual([...Array(8).fill('done'), ...Array(24).fill('link_used')])
    const made = await db().selectFrom('customer').select('customerNo').where('name', 'like', 'Both %').execute()
    expect(new Set(made.map(({ customerNo }) => customerNo)).size).toBe(8)
  })

  test('a human check is accepted once, on either of them', async () => {
    const [first, second] = await asBoth('demo-hillview-librarian')
    const token = await solveHumanCheck({ as: () => visitor(0) }, 'z3950-reset')
    const input = { token, cust_id: 'demo-hillview' }
    const outcomes = await Promise.allSettled(
      [first, second, first, second].map((call) => call(z3950Api.resetZ3950Password, input)),
    )
    expect(codesOf(outcomes)).toEqual(['done', 'not_a_person', 'not_a_person', 'not_a_person'])
  })

  test('orders sent to both at once become one each, and their invoice numbers have no gap', async () => {
    const both = await asBoth('demo-hillview-librarian')
    const carts = await Promise.all(Array.from({ length: 5 }, () => newCart(app() as never)))
    const answers = await Promise.all(carts.map((_, n) => solveHumanCheck({ as: () => visitor(n) }, 'order-review')))
    const outcomes = await Promise.allSettled(
      carts.flatMap((id, n) =>
        both.map((call) => call(ordersApi.requestInvoice, { id, recaptcha_token: answers[n]! })),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    const orders = await db().selectFrom('shopOrder').select('cartId').where('cartId', 'in', carts).execute()
    expect(orders.map(({ cartId }) => cartId).sort()).toEqual(carts.sort())
    const { rows } = await sql<{ numbers: number; last: number }>`
      select (select count(*)::int from invoice where order_id is not null) as numbers,
             (select last_no - 100000 from given_number where kind = 'SCINV') as last`.execute(db())
    expect(rows[0]!.numbers).toBe(rows[0]!.last)
    const receipts = () => db().selectFrom('receipt').select('mailedAt').execute()
    await expect.poll(async () => (await receipts()).every(({ mailedAt }) => mailedAt), { timeout: 60_000 }).toBe(true)
    expect(await receipts()).toHaveLength(5)
  })

  test('catalogue requests made on both at once have unique numbers', async () => {
    const both = await asBoth('demo-lakeside-trial')
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        both[n % 2]!(requestsApi.createCatalogueRequest, { items: [paper({ title: `At once ${n}` })] }),
      ),
    )
    expect(new Set(made.map(({ response }) => response.requestNumber)).size).toBe(30)
  })

  test('of a thousand jobs each is done once, by one of the workers', async () => {
    const before = mailServer.mails.length
    const count = 1000
    for (let from = 0; from < count; from += 50)
      await db()
        .transaction()
        .execute(async (tx) => {
          for (let n = from; n < from + 50; n++)
            await enqueueMail(
              app(),
              { to: `reader${n}@many.example`, subject: `Many ${n}`, text: 'One of many', html: '<p>One of many</p>' },
              tx,
            )
        })
    const waiting = async () =>
      Number(
        (
          await db()
            .selectFrom('outgoingMail')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('subject', 'like', 'Many %')
            .where('state', '!=', 'SENT')
            .executeTakeFirstOrThrow()
        ).count,
      )
    await expect.poll(waiting, { timeout: 180_000, interval: 500 }).toBe(0)
    const to = mailServer.mails.slice(before).flatMap((mail) => mail.to)
    expect(to.filter((each) => each.endsWith('@many.example')).sort()).toEqual(
      Array.from({ length: count }, (_, n) => `reader${n}@many.example`).sort(),
    )
  }, 240_000)

  test('a scheduled job is enqueued once for all of them', async () => {
    const left = async () =>
      Number(
        (
          await sql<{ count: number }>`select count(*)::int as count from pgboss.job
            where name = 'authorities.look'`.execute(db())
        ).rows[0]!.count,
      )
    // Due every five minutes: a check that missed some makes up for them once.
    await sql`update pgboss.version set cron_on = cron_on - interval '10 minutes'`.execute(db())
    await expect.poll(left, { timeout: 90_000 }).toBeGreaterThan(0)
    expect(await left()).toBeLessThanOrEqual(Math.ceil((Date.now() - startedAt) / 300_000) + 1)
  }, 120_000)
})
