import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { ChangeListener } from '#kit/server/memory/recall.ts'
import { changesChannel, followChanges } from './announced-changes.ts'
import { logOf, type OpenDatabase, type QueryWatch } from './database.ts'
import { openListening } from './listen.ts'
import { PatientPool } from './patient-pool.ts'
import { StorableValues } from './storable-values.ts'

const dateOid = 1082

class Dialect extends PostgresDialect {
  override createQueryCompiler = () => new StorableValues()
}

export type PostgresSettings = {
  /** The pool's limit; one more connection listens. */
  connections?: number
  /** The server's statement timeout; 0: none, for migrations. */
  statementSeconds?: number
  watch?: QueryWatch | undefined
}

/** A PostgreSQL server, 15 or newer. `onError` receives errors of idle connections; the pool replaces them. */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { connections = 10, statementSeconds = 30, watch }: PostgresSettings = {},
): Promise<OpenDatabase> {
  const pool = new PatientPool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    // The server's timeout comes first and explains itself. This one covers a server that no longer answers.
    ...(statementSeconds > 0 ? { query_timeout: (statementSeconds + 5) * 1000 } : {}),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'school-catalogue',
    onConnect: async (client) => void (await client.query(sessionSettings(statementSeconds))),
    types: {
      // A date has no time zone: as text it stays as stored.
      getTypeParser: ((oid: number, format: 'text') =>
        oid === dateOid
          ? (text: string) => text
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', onError)
  const listeners = new Set<ChangeListener>()
  pool.on('connect', (client) =>
    client.on('notification', ({ payload = '' }) => {
      for (const { changed } of listeners) changed(payload)
    }),
  )
  const db = new Kysely<Record<string, never>>({
    dialect: new Dialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(watch ? { log: logOf(watch) } : {}),
  })
  const listening = openListening(url, onError)
  return {
    db,
    jobs: {
      executeSql: async (text, values) => ({ rows: rowsOf(await pool.query(text, values as unknown[])) }),
      listen: (channel, heard, connected) => listening.listen(channel, { heard, connected }),
    },
    followChanges: async (listener) => followChanges({ listening, pool, listeners }, listener, onError),
    backend: 'postgres',
    alone: (name, work) => holdLock(url, name, work),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most: connections }),
    close: () => db.destroy(),
  }
}

/**
 * Frees this process's locks whatever happens to it: after a minute if its machine is gone, after ten if it hangs
 * within a transaction. Set by statements, as a pooler rejects unknown startup parameters.
 */
const sessionSettings = (statementSeconds: number) =>
  Object.entries({
    statement_timeout: `${statementSeconds}s`,
    idle_in_transaction_session_timeout: '10min',
    tcp_keepalives_idle: 20,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 4,
  })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .concat(`listen ${changesChannel}`)
    .join('; ')

/** A text of several statements has several results; pg-boss wants the rows of the one that returns some. */
const rowsOf = (results: pg.QueryResult | pg.QueryResult[]) => [results].flat().flatMap(({ rows }) => rows)

/** Holds a lock on a dedicated connection: the lock is released when its holder dies. */
async function holdLock<Result>(url: string, name: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
  // The guarded work is safe to repeat, so a broken connection is no reason to abort it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
