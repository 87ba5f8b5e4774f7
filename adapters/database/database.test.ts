import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { openRecall } from '#kit/server/memory/recall.ts'
import { describeDatabase } from './database-suite.ts'
import { openTestDatabase } from './testing.ts'

describeDatabase('the tests’ database', openTestDatabase)

const server = inject('templateDatabases')

test.skipIf(!server)(
  `a listening connection that breaks is replaced${server ? '' : ' (needs DATABASE_URL)'}`,
  async () => {
    const database = await openTestDatabase()
    const heard: string[] = []
    let connections = 0
    let others = 0
    const listener = await database.jobs.listen(
      'tests',
      (text) => void heard.push(text),
      () => void connections++,
    )
    const other = await database.jobs.listen(
      'tests_too',
      () => void others++,
      () => {},
    )
    await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "tests_too"'`.execute(database.db)
    await expect.poll(() => connections, { timeout: 10_000 }).toBe(2)
    await sql`select pg_notify('tests', 'after')`.execute(database.db)
    await sql`select pg_notify('tests_too', '')`.execute(database.db)
    await expect.poll(() => [heard, others]).toEqual([['after'], 1])
    await listener.close()
    await other.close()
    await database.close()
  },
)

test.skipIf(!server)(
  `while the connection that hears of changes is gone, nothing is trusted${server ? '' : ' (needs DATABASE_URL)'}`,
  async () => {
    const database = await openTestDatabase()
    const { recall, close } = await openRecall(database.followChanges)
    let made = 0
    const again = async () => {
      const before = made
      await recall('a', async () => ({ value: ++made, of: ['a'] }))
      return made > before
    }
    await expect.poll(again).toBe(false)
    // One that listens, and that nobody uses to ask.
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'select 1'`.execute(database.db)
    expect(rows).toHaveLength(1)
    await expect.poll(again).toBe(true)
    expect(await again()).toBe(true)
    await expect.poll(again).toBe(false)
    await close()
    await database.close()
  },
)
