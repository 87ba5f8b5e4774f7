import pg from 'pg'

/** Holds a lock on a connection of its own: whoever dies lets go of it. */
export async function holdLock<Result>(url: string, name: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
  // What it guards is safe to do twice; a connection that breaks meanwhile is no reason to break it off.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
