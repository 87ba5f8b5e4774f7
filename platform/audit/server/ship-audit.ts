import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import type { AuditShipPort } from './audit-ship-port.ts'

type Needs = Pick<App, 'db' | 'pause' | 'log'>

const everyMs = 1000
const atOnce = 500
/** How long a process killed while sending holds up the others. */
const leaseSeconds = 60
const maxRetryMs = 30_000

/** Ships each entry of the audit log to `port`, within a second or two, until aborted. Skips none. */
export async function shipAudit(
  app: Needs,
  port: AuditShipPort,
  destination: string,
  ending: AbortSignal,
): Promise<void> {
  let waitMs = everyMs
  while (!ending.aborted) {
    try {
      while (!ending.aborted && (await shipSome(app, port, destination)));
      if (waitMs > everyMs) app.log.info({ destination }, 'audit entries are shipped again')
      waitMs = everyMs
    } catch (error) {
      if (waitMs === everyMs)
        app.log.warn(
          { destination, reason: reasonOf(error) },
          'audit entries cannot be shipped yet; they are kept until then',
        )
      waitMs = Math.min(waitMs * 2, maxRetryMs)
    }
    await app.pause(waitMs, ending)
  }
}

/** One process sends at a time. False if there was nothing to send, or another is sending. */
async function shipSome({ db }: Needs, port: AuditShipPort, destination: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select coalesce((select position from audit_shipped where destination = ${destination}), 0)
      < (select position from audit_chain) as behind`.execute(db)
  if (!rows[0]?.behind) return false
  const lease = await sql<{ position: number }>`
    insert into audit_shipped (destination, position, leased_until)
    values (${destination}, 0, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (destination) do update set leased_until = excluded.leased_until
      where audit_shipped.leased_until < now()
    returning position`.execute(db)
  const from = lease.rows[0]?.position
  if (from === undefined) return false
  const release = (position: number) =>
    sql`update audit_shipped set position = ${position}, leased_until = '-infinity' where destination = ${destination}`.execute(
      db,
    )
  let last = from
  try {
    const entries = await entriesAfter(db, from)
    if (entries.length === 0) return false
    await port.send(entries.map((entry) => JSON.stringify(entry)))
    last = entries.at(-1)!.position
    return true
  } finally {
    await release(last)
  }
}

/** `position` first: `audit --verify --shipped` recognises a line by it. */
const entriesAfter = (db: Needs['db'], position: number) =>
  db
    .selectFrom('auditEntry')
    .where('position', '>', position)
    .select([
      'position',
      'hash',
      'happenedAt as at',
      'customerId as organisation',
      'userId as user',
      'cameFrom as from',
    ])
    .select(['action', 'subject', 'before', 'after'])
    .orderBy('position')
    .limit(atOnce)
    .execute()
