import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { inTurns } from '#kit/server/load/in-turns.ts'
import { rosterProblem } from '../contract.ts'
import { type KnownPerson, type Plan, planRoster } from './plan-roster.ts'
import type { Reading } from './read-roster.ts'

export const forgetPreviewsOf = (db: Db, customerId: string) =>
  db.deleteFrom('rosterRun').where('customerId', '=', customerId).where('status', '=', 'PREVIEW').execute()

/** Rosters of a school take turns. Throws `roster_busy` while a job applies one that someone has confirmed. */
export async function enforceOneAtATime(tx: Db, customerId: string): Promise<void> {
  await lockSchool(tx, customerId)
  const applying = await tx
    .selectFrom('rosterRun')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '=', 'APPLYING')
    .executeTakeFirst()
  if (applying) throw rosterProblem('roster_busy')
}

export const lockSchool = (tx: Db, customerId: string) =>
  tx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()

export const settingOf = async (db: Db, customerId: string) =>
  (await db.selectFrom('rosterSetting').selectAll().where('customerId', '=', customerId).executeTakeFirst()) ?? {
    org: '',
    invites: false,
  }

/** The file’s only school, or the one that was chosen before; null if someone must choose. */
export async function orgOf(db: Db, customerId: string, { orgs }: Reading): Promise<string | null> {
  if (orgs.length === 0) return ''
  const { org } = await settingOf(db, customerId)
  if (orgs.some(({ sourcedId }) => sourcedId === org)) return org
  return orgs.length === 1 && org === '' ? orgs[0]!.sourcedId : null
}

export async function planFor(db: Db, customerId: string, reading: Reading, org: string): Promise<Plan> {
  const { emailDomain } = await db
    .selectFrom('customer')
    .select('emailDomain')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const known = await knownPeople(db, customerId)
  const taken = await takenAddresses(db, customerId, reading)
  return inTurns(planRoster({ reading, org, known, taken, domain: emailDomain }))
}

/** The embedded database reads each part in one turn of the event loop. */
const atOnce = 500

async function knownPeople(db: Db, customerId: string): Promise<KnownPerson[]> {
  const known: KnownPerson[] = []
  for (;;) {
    const part = await peopleAfter(db, customerId, known.at(-1)?.userId ?? '')
    known.push(...part)
    if (part.length < atOnce) return known
    await setImmediate()
  }
}

async function peopleAfter(db: Db, customerId: string, last: string): Promise<KnownPerson[]> {
  const rows = await db
    // Of these alone: PostgreSQL would otherwise join everyone for each part.
    .selectFrom(
      db
        .selectFrom('appUser')
        .where('customerId', '=', customerId)
        .where('id', '>', last)
        .select(['id', 'firstName', 'lastName', 'email', 'username', 'role', 'disabledAt'])
        .orderBy('id')
        .limit(atOnce)
        .as('appUser'),
    )
    .leftJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
    .leftJoin('rosterPerson', 'rosterPerson.userId', 'appUser.id')
    .select(['appUser.id', 'firstName', 'lastName', 'email', 'username', 'role', 'disabledAt', 'removedAt'])
    .select(['sourcedId', 'grade', 'leftAt'])
    .orderBy('appUser.id')
    .execute()
  return rows.map(({ id, role, disabledAt, removedAt, leftAt, grade, ...row }) => ({
    ...row,
    userId: id,
    role: role === 'student' ? 'STUDENT' : 'STAFF',
    grade: grade ?? '',
    state:
      role === 'student' && removedAt ? 'REMOVED' : disabledAt === null ? 'OPEN' : leftAt === null ? 'CLOSED' : 'LEFT',
  }))
}

async function takenAddresses(db: Db, customerId: string, { people }: Reading): Promise<Set<string>> {
  const emails = people.map(({ email }) => email).filter(Boolean)
  const taken = new Set<string>()
  for (let at = 0; at < emails.length; at += atOnce) {
    const some = sql`any(${emails.slice(at, at + atOnce)}::text[])`
    const rows = await db
      .selectFrom('appUser')
      .where((row) => row.or([row('customerId', '!=', customerId), row('customerId', 'is', null)]))
      .where(sql<boolean>`(username = ${some} or lower(email) = ${some})`)
      .select(['username', 'email'])
      .execute()
    for (const { username, email } of rows) taken.add(username).add(email.toLowerCase())
    await setImmediate()
  }
  return taken
}
