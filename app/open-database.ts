import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenDatabase, QueryWatch } from '#adapters/database/database.ts'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { badSetting, type Env } from './env.ts'

/** PostgreSQL's temporary errors while it starts, recovers from a crash, or has no free connection. */
const soonThere = new Set(['57P03', '53300'])
const timeoutMs = 60_000

/** The migrated database of these settings. `onError` receives broken connections and a full disk. */
export async function openDatabase(
  env: Env,
  onError: (error: Error) => void = () => {},
  watch?: QueryWatch,
): Promise<OpenDatabase> {
  const { databaseUrl: url } = env
  const database = url
    ? await (await import('#adapters/database/postgres.ts')).openPostgres(url, onError, { ...env.databasePool, watch })
    : await openEmbedded(env, watch, onError)
  try {
    if (url) await bringUpToDate(url)
    else await migrate(database.db)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const openEmbedded = ({ dataDir }: Env, watch: QueryWatch | undefined, onError: (error: Error) => void) =>
  openEmbeddedDatabase(join(dataDir, 'db'), watch, (stopped) => stopped && onError(stopped))

/** On a dedicated connection: a migration may take long, and other processes wait for it. */
async function bringUpToDate(url: string) {
  const { openPostgres } = await import('#adapters/database/postgres.ts')
  const alone = await openPostgres(url, () => {}, { connections: 1, statementSeconds: 0 })
  try {
    await reach(alone, url)
    await migrate(alone.db)
  } finally {
    await alone.close()
  }
}

/** An unreachable database at startup is a wrong setting: one line, not a stack trace. */
async function reach({ db }: OpenDatabase, url: string) {
  for (const end = Date.now() + timeoutMs; ; await delay(500)) {
    try {
      return await sql`select 1`.execute(db)
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (soonThere.has(code) && Date.now() < end) continue
      throw badSetting('DATABASE_URL', url, `the database does not answer (${message})`)
    }
  }
}
