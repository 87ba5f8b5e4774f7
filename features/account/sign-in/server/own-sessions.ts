import type { App, Db } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type OwnSession, signInProblem } from '../contract.ts'
import { describeDevice } from '../describe-device.ts'
import { endSessionsOf, livingSession } from './sessions.ts'

type Part = Pick<App, 'db' | 'clock'>

/** The current session first, then by last use. */
export async function ownSessions({ db, clock }: Part, caller: Caller): Promise<{ response: OwnSession[] }> {
  const living = livingSession(clock())
  const rows = await db
    .selectFrom('session')
    .where('userId', '=', caller.userId)
    .where('expiresAt', '>', living.expiresAt)
    .where('lastSeenAt', '>', living.lastSeenAt)
    .select(['id', 'userAgent', 'method', 'createdAt', 'lastSeenAt'])
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.userAgent),
    method: row.method,
    createdDate: row.createdAt.toISOString(),
    lastSeenDate: row.lastSeenAt.toISOString(),
    current: row.id === caller.sessionId,
  }))
  return { response: [...sessions.filter((each) => each.current), ...sessions.filter((each) => !each.current)] }
}

/** Another person's session is reported as over, to keep its existence private. */
export async function endOwnSession({ db, clock }: Part, caller: Caller, id: string): Promise<object> {
  return db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('userId', '=', caller.userId)
      .returning('userAgent')
      .executeTakeFirst()
    if (!ended) throw signInProblem('session_not_found')
    await recordSignOut(tx, caller, clock(), describeDevice(ended.userAgent).device)
    return {}
  })
}

export async function endOtherSessions({ db, clock }: Part, caller: Caller): Promise<{ ended: number }> {
  return db.transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, caller.userId, caller.sessionId)
    if (ended > 0) await recordSignOut(tx, caller, clock(), 'All other devices')
    return { ended }
  })
}

export const recordSignOut = (tx: Db, { customerId, userId }: Caller, now: Date, subject: string) =>
  recordAudit(tx, { now, customerId, userId, action: 'sessions_ended', subject })
