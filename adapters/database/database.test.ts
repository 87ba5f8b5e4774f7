import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
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
