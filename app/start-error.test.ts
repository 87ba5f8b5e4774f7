import { expect, test } from 'vitest'
import { migrate } from '#adapters/database/migrate.ts'
import { openTestDatabase } from '#adapters/database/testing.ts'
import { startError } from './start-error.ts'

test('an older program on a newer database says so in one line, and does not change it', async () => {
  const database = await openTestDatabase()
  const names = async () =>
    (
      await database.db
        .selectFrom('migration' as never)
        .selectAll()
        .execute()
    ).length
  try {
    await database.db
      .insertInto('migration' as never)
      .values({ name: '9999-of-tomorrow.sql' } as never)
      .execute()
    const before = await names()
    const message = startError(await migrate(database.db).catch((error: unknown) => error))
    expect(message).toBe(
      'The database was made by a newer version of this program: it has the migration 9999-of-tomorrow.sql. Start that version, or restore a backup of this one.',
    )
    expect(await names()).toBe(before)
  } finally {
    await database.close()
  }
})
