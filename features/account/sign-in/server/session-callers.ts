import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { hourMs, minuteMs } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { loggedError } from '#kit/server/logged-error.ts'
import type { Made } from '#kit/server/memory/recall.ts'
import { missingFactor } from '../../second-factor/server/factors.ts'
import { subscriptionsOf } from '../../server/school-subscriptions.ts'
import { cookieName, hashToken, livingSession } from './sessions.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env' | 'pause' | 'log' | 'recall'>

/** How long a proof is trusted to mean that the same person is still there. */
const proofMinutes = 5

/** The people behind session cookies. */
export function openSessionCallers(app: Needs) {
  const { db, clock, env, recall } = app
  const uses = openSessionUses(app)
  return {
    /** The person of a live session, or null. */
    async callerOf(request: FastifyRequest): Promise<Caller | null> {
      const token = request.cookies[cookieName(env.publicUrl)]
      if (!token) return null
      const now = clock()
      const living = livingSession(now)
      const tokenHash = hashToken(token)
      const session = await recall(
        `session ${tokenHash}`,
        () => storedSession(db, tokenHash),
        // Another process may have seen it since.
        ({ lastSeenAt }) => lastSeenAt > living.lastSeenAt,
      )
      if (!session || session.expiresAt <= living.expiresAt || session.lastSeenAt <= living.lastSeenAt) return null
      if (session.demo && !env.demo) return null
      await uses.note(session, now)
      const { id, userId, customerId, role, disabledAt, provedAt } = session
      return {
        sessionId: id,
        userId,
        customerId,
        role,
        disabled: disabledAt !== null,
        freshProof: provedAt !== null && now.getTime() - provedAt.getTime() < proofMinutes * minuteMs,
        missingFactor: missingFactor(env, session),
        subscriptions: customerId === null ? [] : await subscriptionsOf(app, customerId),
      }
    },
    close: () => uses.close(),
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof rowOf>>>

async function storedSession(db: Db, tokenHash: string): Promise<Made<Session> | undefined> {
  const value = await rowOf(db, tokenHash)
  return value && { value, of: [value.userId] }
}

const rowOf = (db: Db, tokenHash: string) =>
  db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .where('session.tokenHash', '=', tokenHash)
    .select(['session.id', 'lastSeenAt', 'expiresAt', 'provedAt', 'session.secondFactor', 'method'])
    .select(['appUser.id as userId', 'customerId', 'role', 'disabledAt', 'demo'])
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('secondFactor').whereRef('secondFactor.userId', '=', 'appUser.id').select('userId')).as('app'),
      exists(selectFrom('passkey').whereRef('passkey.userId', '=', 'appUser.id').select('passkey.id')).as('passkeys'),
    ])
    .executeTakeFirst()

/** A session's last use is recorded to the minute. */
const exactMs = minuteMs
/** Between two writes; uses meanwhile share one. */
const betweenMs = 5_000

/** Records in the background when sessions were last used. While the database is away, that waits in memory. */
function openSessionUses({ db, pause, log }: Needs) {
  const waiting = new Map<string, Date>()
  const closing = new AbortController()
  let writing: Promise<void> | undefined

  const write = async (uses: Map<string, Date>) => {
    const lists = [[...uses.keys()], [...uses.values()]]
    await sql`
      update session set last_seen_at = greatest(last_seen_at, seen_at)
      from unnest(${lists[0]}::text[], ${lists[1]}::timestamptz[]) as each (session_id, seen_at)
      where id = session_id`.execute(db)
  }
  const writeAll = async () => {
    while (waiting.size > 0) {
      const uses = new Map(waiting)
      await write(uses).then(
        () => {
          for (const [id, at] of uses) if (waiting.get(id) === at) waiting.delete(id)
        },
        (error) => log.error({ err: loggedError(error) }, 'last uses of sessions are not recorded yet'),
      )
      if (closing.signal.aborted) return
      await pause(betweenMs, closing.signal)
    }
  }
  return {
    async note(session: Session, now: Date): Promise<void> {
      const sinceMs = now.getTime() - session.lastSeenAt.getTime()
      if (sinceMs <= exactMs) return
      // A session that is about to end as unused must not end before this use is recorded.
      if (sinceMs > hourMs) await write(new Map([[session.id, now]]))
      else {
        waiting.set(session.id, now)
        writing ??= writeAll().finally(() => {
          writing = undefined
        })
      }
      session.lastSeenAt = now
    },
    async close(): Promise<void> {
      closing.abort()
      await writing
      await write(waiting).catch(() => {})
    },
  }
}
