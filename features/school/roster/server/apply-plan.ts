import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { shutOut } from '#features/school/students/server/forget-people.ts'
import { type Noted, noteAllAudit } from '#platform/audit/server/audit.ts'
import { rosterProblem } from '../contract.ts'
import { type ChangedEntry, countsOf, entriesOf, type LeaverEntry, type NewEntry, type Plan } from './plan-roster.ts'

type Applied = { customerId: string; userId: string | null; now: Date; plan: Plan; fileName: string }

/** Changes the people of a school as planned, with a note of each in the audit log. */
export async function applyPlan(within: Db, applied: Applied): Promise<void> {
  const { customerId, userId, now, plan, fileName } = applied
  const [added, changed, leavers] = [entriesOf(plan, 'NEW'), entriesOf(plan, 'CHANGED'), entriesOf(plan, 'LEAVER')]
  await closeLeavers(within, applied, leavers)
  await yieldAddresses(within, plan.yielding)
  await changePeople(within, applied, changed)
  await addPeople(within, applied, added)
  const { NEW, CHANGED, LEAVER } = countsOf(plan)
  const note = (action: string, subject: string, change: Pick<Noted, 'before' | 'after'> = {}): Noted => ({
    ...{ now, customerId, userId, action, subject },
    ...change,
  })
  await noteAllAudit(within, [
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

/** They can sign in no more; their data stays until somebody removes them from the list. */
async function closeLeavers(within: Db, { now }: Applied, leavers: LeaverEntry[]): Promise<void> {
  for (const part of parts(leavers.map(({ userId }) => userId))) {
    await within.updateTable('appUser').set({ disabledAt: now }).where('id', 'in', part).execute()
    await within.updateTable('rosterPerson').set({ leftAt: now }).where('userId', 'in', part).execute()
    await shutOut(within, part, now)
  }
}

/** Somebody else gets their address; whoever comes back gets a new one with the file. */
async function yieldAddresses(within: Db, ids: string[]): Promise<void> {
  for (const part of parts(ids))
    await within
      .updateTable('appUser')
      .set({ username: sql<string>`'left-' || id`, email: '' })
      .where('id', 'in', part)
      .execute()
}

async function changePeople(within: Db, { customerId, now }: Applied, changed: ChangedEntry[]): Promise<void> {
  const moving = changed.filter(({ before }) => before.email !== undefined)
  // Two people may swap addresses, and a user name exists once.
  const keeping = sql<boolean>`lower(username) <> lower(email) and username not like 'left-%'`
  const steady = new Set<string>()
  for (const part of parts(moving.map(({ userId }) => userId))) {
    const keepers = await within.selectFrom('appUser').where('id', 'in', part).where(keeping).select('id').execute()
    for (const { id } of keepers) steady.add(id)
    await within
      .updateTable('appUser')
      .set({ username: sql<string>`'moving-' || id` })
      .where('id', 'in', part)
      .where(sql<boolean>`not (${keeping})`)
      .execute()
    // Mailed to the former address, and signed in under it.
    await withdrawLinks(within, part, now)
  }
  for (const { userId, sourcedId, firstName, lastName, email, grade, before, returns } of changed) {
    const username = before.email !== undefined && !steady.has(userId) ? { username: email } : {}
    await within
      .updateTable('appUser')
      .set({ firstName, lastName, email, ...username, ...(returns ? { disabledAt: null } : {}) })
      .where('id', '=', userId)
      .execute()
    const held = { customerId, sourcedId, userId, grade, leftAt: null }
    await within
      .deleteFrom('rosterPerson')
      .where('customerId', '=', customerId)
      .where((row) => row.or([row('userId', '=', userId), row('sourcedId', '=', sourcedId)]))
      .execute()
    await within.insertInto('rosterPerson').values(held).execute()
  }
}

async function withdrawLinks(within: Db, ids: string[], now: Date): Promise<void> {
  await within.deleteFrom('session').where('userId', 'in', ids).execute()
  await within
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('userId', 'in', ids)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
  // Those who had not accepted need a mail to the new address.
  await within
    .updateTable('invitedPerson')
    .set({ invitedAt: null })
    .where('userId', 'in', ids)
    .where('acceptedAt', 'is', null)
    .where('removedAt', 'is', null)
    .execute()
}

async function addPeople(within: Db, { customerId, now }: Applied, added: NewEntry[]): Promise<void> {
  for (const part of parts(added)) {
    const people = part.map((entry) => ({ ...entry, id: randomUUID() }))
    const made = await within
      .insertInto('appUser')
      .values(
        people.map(({ id, firstName, lastName, email }) => ({
          ...{ id, customerId, username: email, email, firstName, lastName, role: 'student' as const },
          ...{ passwordHash: null, disabledAt: null, createdAt: now },
        })),
      )
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .execute()
    // Another school has invited one of them this moment.
    if (made.length < people.length) throw rosterProblem('roster_changed')
    await within
      .insertInto('invitedPerson')
      .values(
        people.map(({ id: userId }) => ({
          ...{ userId, invitedBy: null, invitedAt: null, expiresAt: now, acceptedAt: null, removedAt: null },
        })),
      )
      .execute()
    await within
      .insertInto('rosterPerson')
      .values(
        people.map(({ id: userId, sourcedId, grade }) => ({ customerId, sourcedId, userId, grade, leftAt: null })),
      )
      .execute()
  }
}

/** PostgreSQL takes 65,535 values in a statement. */
function* parts<T>(all: T[], most = 1000): Generator<T[]> {
  for (let at = 0; at < all.length; at += most) yield all.slice(at, at + most)
}
