import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'

const key = 'authorities_making'
/** Heartbeat of the process that makes a release; after `deadSeconds` without one it counts as dead. */
const beatMs = 5_000
const deadSeconds = 30
const pollMs = 500

export type Turn = {
  /** Unique to this turn. */
  name: string
  /** The name of a dead process's turn: its successor cleans up after it. */
  died: string | undefined
  end(): Promise<void>
}

/**
 * A lock across all processes and machines: one makes a release, the others wait until it has ended or died. Times are
 * the database's own: clocks of different machines are never compared.
 */
export async function waitForTurn(db: Db, signal: AbortSignal): Promise<Turn> {
  const name = randomUUID()
  for (;;) {
    signal.throwIfAborted()
    const taken = await take(db, name)
    if (taken) return { name, died: taken.died ?? undefined, end: keepTurn(db, name) }
    await pause(pollMs, undefined, { signal })
  }
}

/** For the only process that uses the database: any earlier lock holder has died. */
export async function releaseStaleLock(db: Db): Promise<void> {
  await sql`update installation set value = jsonb_set(value, '{beatAt}', '"-infinity"') where key = ${key}`.execute(db)
}

/** Whether a release is being made now. */
export async function isMaking(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('installation')
    .select('key')
    .where('key', '=', key)
    .where(isAlive)
    .executeTakeFirst()
  return found !== undefined
}

const isAlive = sql<boolean>`(value->>'beatAt')::timestamptz > now() - make_interval(secs => ${deadSeconds})`
const note = (name: string, died: string | null) =>
  sql`jsonb_build_object('name', ${name}::text, 'beatAt', now(), 'died', ${died}::text)`

async function take(db: Db, name: string): Promise<{ died: string | null } | undefined> {
  const { rows } = await sql<{ died: string | null }>`
    insert into installation (key, value) values (${key}, ${note(name, null)})
    on conflict (key) do update
      set value = jsonb_build_object('name', ${name}::text, 'beatAt', now(), 'died', installation.value->>'name')
      where (installation.value->>'beatAt')::timestamptz <= now() - make_interval(secs => ${deadSeconds})
    returning value->>'died' as died`.execute(db)
  return rows[0]
}

/** Sends heartbeats; returns a function that releases the lock. */
function keepTurn(db: Db, name: string): () => Promise<void> {
  const own = sql<boolean>`key = ${key} and value->>'name' = ${name}`
  const timer = setInterval(() => {
    // The next heartbeat makes up for a missed one.
    sql`update installation set value = jsonb_set(value, '{beatAt}', to_jsonb(now())) where ${own}`
      .execute(db)
      .catch(() => {})
  }, beatMs)
  return async () => {
    clearInterval(timer)
    await sql`delete from installation where ${own}`.execute(db)
  }
}
