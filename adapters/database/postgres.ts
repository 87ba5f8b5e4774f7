import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { listen } from './listen.ts'

const dateOid = 1082
const queryTimeoutMs = 30_000

/** A PostgreSQL server, 15 or newer. `onError` hears of idle connections that broke; the pool replaces them. */
export async function openPostgres(url: string, onError: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    // A server that is there and does not answer must not hold up whoever asks for ever.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: {
      // A date has no time zone: as text it stays the day that was stored.
      getTypeParser: ((oid: number, format: 'text') =>
        oid === dateOid
          ? (text: string) => text
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', onError)
  const db = new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    jobs: {
      executeSql: async (text, values) => ({ rows: rowsOf(await pool.query(text, values as unknown[])) }),
      listen: (channel, heard, connected) => listen(url, channel, { heard, connected, broke: onError }),
    },
    backend: 'postgres',
    close: () => db.destroy(),
  }
}

/** Several statements in one text have several results; pg-boss wants the rows of the one that returns some. */
const rowsOf = (results: pg.QueryResult | pg.QueryResult[]) => [results].flat().flatMap(({ rows }) => rows)
