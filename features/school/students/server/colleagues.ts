import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type Colleague, type colleaguesApi, studentProblem } from '../contract.ts'
import { refusedSentences, whyNot } from '../rules.ts'
import { closeAccount } from './forget-people.ts'
import { enforceDailyLimit, expiryFrom, inviterOf, mailInvitation } from './invitation-mail.ts'
import { knownAddresses, sendAgain } from './invite-students.ts'
import { isManaged, personName, statusAt } from './status.ts'

type Part = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
type One = { response: Colleague }

const staffRoles = ['staff', 'organisation-admin', 'primary-contact'] as const

const colleaguesOf = (db: Db, caller: SchoolCaller, now: Date) =>
  db
    .selectFrom('appUser')
    .leftJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
    .where('appUser.customerId', '=', caller.customerId)
    .where('role', 'in', staffRoles)
    .where('removedAt', 'is', null)
    .select(['appUser.id', 'firstName', 'lastName', 'email', 'role', 'invitedAt'])
    .select([statusAt(now).as('status'), isManaged.as('managed')])

type Row = Awaited<ReturnType<ReturnType<typeof colleaguesOf>['execute']>>[number]

const colleagueOf = ({ invitedAt, role, ...row }: Row, caller: SchoolCaller): Colleague => ({
  ...row,
  role: role as Colleague['role'],
  invitedDate: invitedAt?.toISOString() ?? null,
  you: row.id === caller.userId,
})

/** The primary contact first, then the admins, each by name. */
export async function listColleagues({ db, clock }: Part, caller: SchoolCaller): Promise<{ response: Colleague[] }> {
  const rows = await colleaguesOf(db, caller, clock())
    .orderBy(sql`case role when 'primary-contact' then 0 when 'organisation-admin' then 1 else 2 end`)
    .orderBy(sql`lower(last_name || ' ' || first_name)`)
    .orderBy('appUser.id')
    .execute()
  return { response: rows.map((row) => colleagueOf(row, caller)) }
}

export async function inviteColleague(
  app: Part,
  caller: SchoolCaller,
  given: Input<typeof colleaguesApi.inviteColleague>,
): Promise<One> {
  const now = app.clock()
  const role: 'organisation-admin' | 'staff' = given.organisationAdmin ? 'organisation-admin' : 'staff'
  if (given.organisationAdmin) primaryContactOnly(caller)
  const person = { firstName: given.firstName, lastName: given.lastName, email: given.email.toLowerCase() }
  const response = await app.db.transaction().execute(async (tx) => {
    const why = whyNot(person, '')
    if (why) throw refused(why === 'BAD_ADDRESS' ? 'email' : 'firstName', refusedSentences[why])
    await enforceDailyLimit(tx, caller.customerId, 1, now)
    await freeFormerName(tx, caller, person.email)
    const id = randomUUID()
    const known = await knownAddresses(tx, [person])
    const owner = known.get(person.email)
    if (owner !== undefined)
      throw refused('email', refusedSentences[owner === caller.customerId ? 'ALREADY_THERE' : 'TAKEN'])
    const account = { ...person, customerId: caller.customerId, username: person.email, role }
    const open = { passwordHash: null, disabledAt: null } as const
    const made = await tx
      .insertInto('appUser')
      .values({ id, ...account, ...open, createdAt: now })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refused('email', refusedSentences.ALREADY_THERE)
    const invited = { invitedBy: caller.userId, invitedAt: now, expiresAt: expiryFrom(now) }
    await tx
      .insertInto('invitedPerson')
      .values({ userId: id, ...invited, acceptedAt: null, removedAt: null })
      .execute()
    await mailInvitation(app, tx, await inviterOf(tx, caller), { ...person, id, role })
    await audit(tx, caller, now, 'colleague_invited', personName(person), { after: { role } })
    return one(tx, caller, id, now)
  })
  return { response }
}

/** Frees the username of someone the organisation removed, so that they can be invited again as a new person. */
export async function freeFormerName(tx: Db, caller: Pick<SchoolCaller, 'customerId'>, email: string): Promise<void> {
  await tx
    .updateTable('appUser')
    .from('invitedPerson')
    .whereRef('invitedPerson.userId', '=', 'appUser.id')
    .where('removedAt', 'is not', null)
    .where('appUser.customerId', '=', caller.customerId)
    .where((row) => row.or([row('username', '=', email), row(sql`lower(email)`, '=', email)]))
    .set({ username: sql<string>`'removed-' || app_user.id`, email: '' })
    .execute()
}

export async function inviteColleagueAgain(app: Part, caller: SchoolCaller, id: string) {
  return { response: { count: await sendAgain(app, caller, [id], ['staff', 'organisation-admin']) } }
}

export async function changeColleague(
  { db, clock }: Part,
  caller: SchoolCaller,
  { id, organisationAdmin }: Input<typeof colleaguesApi.changeColleague>,
): Promise<One> {
  const now = clock()
  const response = await db.transaction().execute(async (tx) => {
    const before = await held(tx, caller, id, now)
    const role = organisationAdmin ? 'organisation-admin' : 'staff'
    if (before.role === role) return before
    await tx.updateTable('appUser').set({ role }).where('id', '=', before.id).execute()
    await audit(tx, caller, now, 'role_changed', personName(before), {
      before: { role: before.role },
      after: { role },
    })
    return one(tx, caller, before.id, now)
  })
  return { response }
}

export async function removeColleague({ db, clock }: Part, caller: SchoolCaller, id: string) {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const person = await held(tx, caller, id, now)
    if (person.role === 'organisation-admin') primaryContactOnly(caller)
    await closeAccount(tx, person.id, now)
    await audit(tx, caller, now, 'colleague_removed', personName(person), {})
  })
  return { response: { count: 1 } }
}

/** A colleague whom the caller may change: neither themselves nor the primary contact. Locks the row. */
async function held(tx: Db, caller: SchoolCaller, id: string, now: Date): Promise<Colleague> {
  await tx.selectFrom('appUser').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const person = await one(tx, caller, id, now)
  if (person.you) throw studentProblem('not_yourself')
  if (person.role === 'primary-contact') throw studentProblem('primary_contact_only')
  if (person.status === 'CLOSED') throw studentProblem('closed_by_provider')
  return person
}

async function one(tx: Db, caller: SchoolCaller, id: string, now: Date): Promise<Colleague> {
  const row = await colleaguesOf(tx, caller, now).where('appUser.id', '=', id).executeTakeFirst()
  if (!row) throw studentProblem('person_not_found')
  return colleagueOf(row, caller)
}

function primaryContactOnly({ role }: SchoolCaller) {
  if (role !== 'primary-contact') throw studentProblem('primary_contact_only')
}

const refused = (field: string, sentence: string) =>
  studentProblem('bad_person', { messages: [sentence], errors: { [field]: [sentence] } })

const audit = (
  tx: Db,
  { customerId, userId }: SchoolCaller,
  now: Date,
  action: string,
  subject: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) => recordAudit(tx, { now, customerId, userId, action, subject, ...change })
