import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** The common behaviour of both databases. `open` returns a migrated one that nobody else uses. */
export function describeDatabase(name: string, open: () => Promise<OpenDatabase>) {
  describe(name, () => {
    let database: OpenDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    test('a day stays as stored, whatever the time zone', async () => {
      const { rows } = await sql`select date '2026-02-28' as on_day, null::date as no_day`.execute(database.db)
      expect(rows).toEqual([{ onDay: '2026-02-28', noDay: null }])
    })

    test('an instant is a Date, a whole number a number', async () => {
      const { rows } = await sql`select timestamptz '2026-02-28 12:00+11' as at, 7 as small`.execute(database.db)
      expect(rows).toEqual([{ at: new Date('2026-02-28T01:00:00Z'), small: 7 }])
    })

    test('columns are in camel case, members inside a column stay unchanged', async () => {
      const inside = { snake_case: [{ other_name: 1 }] }
      await database.db
        .insertInto('installation')
        .values({ key: 'case', value: JSON.stringify(inside) })
        .execute()
      const row = await database.db.selectFrom('installation').selectAll().where('key', '=', 'case').executeTakeFirst()
      expect(row).toEqual({ key: 'case', value: inside })
      const { rows } = await sql`select applied_at from migration limit 1`.execute(database.db)
      expect(rows).toEqual([{ appliedAt: expect.any(Date) }])
    })

    test('NUL and half a character are stored as U+FFFD, also within JSON and lists', async () => {
      const inside = { 'a\0': ['\ud800', '🦉', '\\u0000', 'b\0'] }
      const kept = { 'a\ufffd': ['\ufffd', '🦉', '\\u0000', 'b\ufffd'] }
      const { rows } = await sql`
        select ${'a\0'}::text as text, ${'a\\u0000'}::text as written, ${['a\0']}::text[] as list,
          ${JSON.stringify(inside)}::jsonb as json, ${'["\\uD83E\\uDD89\\udd89"]'}::jsonb as pair,
          ${inside}::jsonb as object`.execute(database.db)
      const [text, written, list] = ['a\ufffd', 'a\\u0000', ['a\ufffd']]
      expect(rows).toEqual([{ text, written, list, json: kept, pair: ['🦉\ufffd'], object: kept }])
    })

    test('concurrent transactions are isolated from each other', async () => {
      const put = (key: string, fails: boolean) =>
        database.db.transaction().execute(async (tx) => {
          await tx.insertInto('installation').values({ key, value: '1' }).execute()
          await tx.selectFrom('installation').selectAll().execute()
          if (fails) throw new Error('undone')
        })
      const outcomes = await Promise.allSettled([put('a', true), put('b', false), put('c', true), put('d', false)])
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
      const kept = await database.db.selectFrom('installation').select('key').where('key', '<', 'e').execute()
      expect(kept.map(({ key }) => key).sort()).toEqual(['b', 'case', 'd'].filter((key) => key < 'e'))
    })

    test('migrating again changes nothing', async () => {
      expect(await migrate(database.db)).toEqual([])
      expect(await Promise.all([migrate(database.db), migrate(database.db)])).toEqual([[], []])
    })

    test('a database changed by a newer version of the program is left alone', async () => {
      await database.db.insertInto('migration').values({ name: '999-later.sql' }).execute()
      await expect(migrate(database.db)).rejects.toThrow('999-later.sql')
      await database.db.deleteFrom('migration').where('name', '=', '999-later.sql').execute()
    })

    test('a notification is delivered on commit', async () => {
      const heard: string[] = []
      const connected = Promise.withResolvers<void>()
      const listener = await database.jobs.listen('tests', (text) => void heard.push(text), connected.resolve)
      await connected.promise
      const undone = database.db.transaction().execute(async (tx) => {
        await sql`select pg_notify('tests', 'undone')`.execute(tx)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await sql`select pg_notify('tests', 'kept')`.execute(database.db)
      await expect.poll(() => heard).toEqual(['kept'])
      await listener.close()
    })

    const inTransaction = (run: (db: OpenDatabase['db']) => Promise<unknown>) => database.db.transaction().execute(run)
    const rename = sql`update customer set name = name || '.'`
    const promote = sql`update app_user set role = 'student' where id = 'person'`
    const fail = () => Promise.reject(new Error('no'))
    test.each<[what: string, heard: string[], act: () => Promise<unknown>]>([
      ['a statement', ['school'], () => rename.execute(database.db)],
      ['a transaction', ['school'], () => inTransaction((db) => rename.execute(db))],
      [
        'two in a transaction',
        ['person', 'school'],
        () => inTransaction((db) => rename.execute(db).then(() => promote.execute(db))),
      ],
      ['a transaction that fails', [], () => inTransaction((db) => rename.execute(db).then(fail))],
      ['nothing new', [], () => sql`update customer set name = name`.execute(database.db)],
      ['the last use of a session', [], () => sql`update session set last_seen_at = now()`.execute(database.db)],
      ['another owner', ['other', 'person'], () => sql`update session set user_id = 'other'`.execute(database.db)],
      ['a deletion', ['person'], () => sql`delete from session`.execute(database.db)],
      ['the emptying of a table', [''], () => sql`truncate customer_settings`.execute(database.db)],
    ])('a change is announced before its commit is confirmed: %s', async (_, expected, act) => {
      const { db } = database
      const school = { customerNo: 'A1', name: 'School', apiUserId: 'api' }
      const person = { customerId: 'school', role: 'staff', email: '', firstName: '', lastName: '' }
      const session = {
        id: 'session',
        tokenHash: 'hash',
        userId: 'person',
        lastSeenAt: new Date(0),
        expiresAt: new Date(),
      }
      await db
        .insertInto('customer')
        .values({ ...school, id: 'school' })
        .execute()
      for (const id of ['person', 'other'])
        await db
          .insertInto('appUser')
          .values({ ...person, id, username: id })
          .execute()
      await db.insertInto('session').values(session).execute()
      const heard = new Set<string>()
      const changes = await database.followChanges({ changed: (id) => void heard.add(id), missed: () => {} })
      await expect.poll(() => changes.areKnown()).toBe(true)
      heard.clear()
      await act().catch(() => {})
      expect([...heard].sort()).toEqual(expected)
      await changes.close()
      for (const table of ['session', 'appUser', 'customer']) await db.deleteFrom(table).execute()
    })
  })
}
