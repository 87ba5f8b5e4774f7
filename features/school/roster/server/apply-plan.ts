import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { disablePeople, withdrawOpenLinks } from '#features/school/students/server/forget-people.ts'
import { type Noted, recordAudits } from '#platform/audit/server/audit.ts'
import { rosterProblem } from '../contract.ts'
import { type ChangedEntry, countsOf, entriesOf, type LeaverEntry, type NewEntry, type Plan } from './plan-roster.ts'

type Applied = { customerId: string; userId: string | null; now: Date; plan: Plan; fileName: string }

/** Changes the people of a school as planned, with a note of each in the audit log. */
export async function applyPlan(tx: Db, applied: Applied): Promise<void> {
  const { customerId, userId, now, plan, fileName } = applied
  const [added, changed, leavers] = [entriesOf(plan, 'NEW'), entriesOf(plan, 'CHANGED'), entriesOf(plan, 'LEAVER')]
  await closeLeavers(tx, applied, leavers)
  await yieldAddresses(tx, plan.yielding)
  await changePeople(tx, applied, changed)
  await addPeople(tx, applied, added)
  const { NEW, CHANGED, LEAVER } = countsOf(plan)
  const note = (action: string, subject: string, change: Pick<Noted, 'before' | 'after'> = {}): Noted => ({
    ...{ now, customerId, userId, action, subject },
    ...change,
  })
  await recordAudits(tx, [
    note('roster_applied', fileName, { after: { added: NEW, changed: CHANGED, leavers: LEAVER } }),
    ...added.map((entry) => note('student_imported', nameOf(entry))),
    ...changed.map((entry) =>
      note(entry.returns ? 'student_returned' : 'student_changed', nameOf(entry), change(entry)),
    ),
    ...leavers.map((entry) => note('student_left', nameOf(entry))),
  ])
}

const nameOf = ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) =>
  `${firstName} ${lastName}`.trim() || email

const change = (entry: ChangedEntry) => ({
  before: entry.before,
  after: Object.fromEntries(Object.keys(entry.before).map((name) => [name, entry[name as keyof typeof entry.before]])),
})

/** Leavers can no longer sign in; their data stays until someone removes them from the list. */
async function closeLeavers(tx: Db, { now }: Applied, leavers: LeaverEntry[]): Promise<void> {
  for (const part of parts(leavers.map(({ userId }) => userId))) {
    await tx.updateTable('appUser').set({ disabledAt: now }).where('id', 'in', part).execute()
    await tx.updateTable('rosterPerson').set({ leftAt: now }).where('userId', 'in', part).execute()
    await disablePeople(tx, part, now)
  }
}

/** Someone else gets their address; people who come back get a new one with the file. */
async function yieldAddresses(tx: Db, ids: string[]): Promise<void> {
  for (const part of parts(ids))
    await tx
      .updateTable('appUser')
      .set({ username: sql<string>`'left-' || id`, email: '' })
      .where('id', 'in', part)
      .execute()
}

async function changePeople(tx: Db, { customerId, now }: Applied, changed: ChangedEntry[]): Promise<void> {
  const moving = changed.filter(({ before }) => before.email !== undefined)
  // Two people may swap addresses, and a username exists once.
  const keeping = sql<boolean>`lower(username) <> lower(email) and username not like 'left-%'`
  const steady = new Set<string>()
  for (const part of parts(moving.map(({ userId }) => userId))) {
    const keepers = await tx.selectFrom('appUser').where('id', 'in', part).where(keeping).select('id').execute()
    for (const { id } of keepers) steady.add(id)
    await tx
      .updateTable('appUser')
      .set({ username: sql<string>`'moving-' || id` })
      .where('id', 'in', part)
      .where(sql<boolean>`not (${keeping})`)
      .execute()
    // Mailed to the former address, and signed in under it.
    await withdrawLinks(tx, part, now)
  }
  for (const part of parts(changed)) {
    const rows = part.map(({ userId, sourcedId, firstName, lastName, email, grade, before, returns }) => ({
      ...{ id: userId, sourced_id: sourcedId, first_name: firstName, last_name: lastName, email, grade },
      username: before.email !== undefined && !steady.has(userId) ? email : null,
      returns: returns === true,
    }))
    await sql`
      update app_user set first_name = each.first_name, last_name = each.last_name, email = each.email,
        username = coalesce(each.username, app_user.username),
        disabled_at = case when each.returns then null else app_user.disabled_at end
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as each (id text, first_name text, last_name text, email text, username text, returns boolean)
      where app_user.id = each.id`.execute(tx)
    await tx
      .deleteFrom('rosterPerson')
      .where('customerId', '=', customerId)
      .where((row) =>
        row.or([
          row('userId', '=', sql<string>`any(${rows.map(({ id }) => id)}::text[])`),
          row('sourcedId', '=', sql<string>`any(${rows.map((each) => each.sourced_id)}::text[])`),
        ]),
      )
      .execute()
  }
  // Two people may have swapped their sourcedIds.
  for (const part of parts(changed))
    await lockInRoster(
      tx,
      customerId,
      part.map(({ userId, sourcedId, grade }) => ({ id: userId, sourced_id: sourcedId, grade })),
    )
}

type Held = { id: string; sourced_id: string; grade: string }

const lockInRoster = (tx: Db, customerId: string, rows: Held[]) =>
  sql`
    insert into roster_person (customer_id, sourced_id, user_id, grade)
    select ${customerId}, sourced_id, id, grade
    from json_to_recordset(${JSON.stringify(rows)}::json) as each (id text, sourced_id text, grade text)`.execute(tx)

async function withdrawLinks(tx: Db, ids: string[], now: Date): Promise<void> {
  await tx.deleteFrom('session').where('userId', 'in', ids).execute()
  await withdrawOpenLinks(tx, ids, now)
  // People who had not accepted need an email to the new address.
  await tx
    .updateTable('invitedPerson')
    .set({ invitedAt: null })
    .where('userId', 'in', ids)
    .where('acceptedAt', 'is', null)
    .where('removedAt', 'is', null)
    .execute()
}

async function addPeople(tx: Db, { customerId, now }: Applied, added: NewEntry[]): Promise<void> {
  for (const part of parts(added)) {
    const rows = part.map(({ sourcedId, firstName, lastName, email, grade }) => ({
      ...{ id: randomUUID(), sourced_id: sourcedId, first_name: firstName, last_name: lastName, email, grade },
    }))
    const made = await sql<{ id: string }>`
      insert into app_user (id, customer_id, username, email, first_name, last_name, role, created_at)
      select id, ${customerId}, email, email, first_name, last_name, 'student', ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as each (id text, email text, first_name text, last_name text)
      on conflict (username) do nothing
      returning id`.execute(tx)
    // Another school has invited one of them this moment.
    if (made.rows.length < rows.length) throw rosterProblem('roster_changed')
    await sql`
      insert into invited_person (user_id, expires_at)
      select id, ${now}::timestamptz from json_to_recordset(${JSON.stringify(rows)}::json) as each (id text)`.execute(
      tx,
    )
    await lockInRoster(tx, customerId, rows)
  }
}

/** JSON is one value of a statement: thousands of them take PostgreSQL and its driver far longer. */
function* parts<T>(all: T[], most = 500): Generator<T[]> {
  for (let at = 0; at < all.length; at += most) yield all.slice(at, at + most)
}
