import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isAway } from '#kit/server/load/away.ts'
import { type PostgresServer, startPostgres } from '../../scale/services/postgres.ts'
import type { OpenDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'

const found = await startPostgres({ max_connections: 12, superuser_reserved_connections: 2, fsync: 'off' })

describe.skipIf(!found)('a PostgreSQL server with few connections to give', () => {
  const server = found as PostgresServer
  const opened: OpenDatabase[] = []
  const open = async (
    ...settings: Parameters<typeof openPostgres> extends [string, unknown, ...infer S] ? S : never
  ) => {
    const database = await openPostgres(asPortal, () => {}, ...settings)
    opened.push(database)
    return database
  }
  let asPortal: string
  beforeAll(async () => {
    const database = await openPostgres(server.url, () => {})
    // A superuser could use the reserved ones too.
    await sql`create role portal login`.execute(database.db)
    await database.close()
    asPortal = server.url.replace('postgres@', 'portal@')
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
  })
  afterAll(() => server.stop())

  test('a process asks for more than there are, and all its statements are answered over those it gets', async () => {
    const database = await open({ connections: 40 })
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    const answers = await Promise.all(
      numbers.map(
        async (n) => (await sql<{ n: number }>`select ${n}::int as n, pg_sleep(0.01)`.execute(database.db)).rows[0]!.n,
      ),
    )
    expect(answers).toEqual(numbers)
    expect(database.connections?.()).toMatchObject({ open: 10, waiting: 0, most: 40 })
  })

  test('a text of several statements that fails in its transaction leaves nothing for the next user', async () => {
    const database = await open({ connections: 1 })
    await expect(database.jobs.executeSql('begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
    const { rows } = await database.jobs.executeSql('select 1 as one, now() = statement_timestamp() as alone')
    expect(rows).toEqual([{ one: 1, alone: true }])
  })

  test('another process waits for a moment, then gets the error that the database is temporarily unavailable', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = new pg.Client(server.url)
        return client.connect().then(
          () => client,
          () => undefined,
        )
      }),
    )
    const database = await open({ connections: 2 })
    const refused = await sql`select 1`.execute(database.db).catch((error) => error)
    expect(isAway(refused)).toBe(true)

    const waiting = sql<{ one: number }>`select 1 as one`.execute(database.db)
    for (const client of taken) await client?.end()
    expect((await waiting).rows).toEqual([{ one: 1 }])
  })

  test('the server cancels a statement that takes too long, and its connection stays in use', async () => {
    const database = await open({ connections: 1, statementSeconds: 1 })
    const { rows: before } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
    const given = await sql`select pg_sleep(60)`.execute(database.db).catch((error) => error)
    expect(given).toMatchObject({ code: '57014' })
    expect(isAway(given)).toBe(true)
    const { rows: after } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
    expect(after).toEqual(before)
  })

  test('callers get the errors of connections that break during a transaction or a statement, and nothing else ends', async () => {
    const database = await open({ connections: 3 })
    const uncaught: Error[] = []
    const hear = (error: Error) => void uncaught.push(error)
    process.on('uncaughtException', hear)
    const others = process.listeners('uncaughtException').filter((each) => each !== hear)
    for (const each of others) process.off('uncaughtException', each)
    const transaction = database.db.transaction().execute(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => {})
      await new Promise((go) => setTimeout(go, 200))
      await sql`select 1`.execute(tx)
    })
    const outcomes = await Promise.allSettled([
      transaction,
      database.jobs.executeSql('select pg_terminate_backend(pg_backend_pid())', []),
    ])
    process.off('uncaughtException', hear)
    for (const each of others) process.on('uncaughtException', each)
    expect(outcomes.map((each) => each.status === 'rejected' && isAway(each.reason))).toEqual([true, true])
    expect(uncaught).toEqual([])
    expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })

  test('a transaction that its process forgot releases its locks', async () => {
    const database = await open({ connections: 1 })
    const { rows } = await sql`select current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('statement_timeout') as statement`.execute(database.db)
    expect(rows).toEqual([{ idle: '10min', statement: '30s' }])
  })
})
