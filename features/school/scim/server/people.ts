import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { endSessionsOf } from '#features/account/server/account.ts'
import type { Role } from '#kit/roles.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { freeFormerName } from '../../students/server/colleagues.ts'
import { closeAccount, forgetPeople, withdrawOpenLinks } from '../../students/server/forget-people.ts'
import { addressIn, applyOperation, blankDraft, type Draft, draftOf, readBody, readOperations } from './draft.ts'
import { parseFilter } from './filter.ts'
import { checkPerson, enforceProtection, refuseTaken, requireUnique } from './permitted.ts'
import { conditionOf, orderBy } from './person-filter.ts'
import { scimProblem } from './scim-problem.ts'
import { type KnownPerson, type Person, type ScimUser, userOf } from './user.ts'

export type Part = Pick<App, 'db' | 'clock' | 'env'>
/** A program of the school with the scope `people`. */
export type Provisioner = Pick<SchoolCaller, 'customerId' | 'userId'> & { keyId: string }
type Row = KnownPerson & { role: 'student' | 'staff' | 'organisation-admin' | 'primary-contact'; closed: boolean }

export const maxCount = 500

/** The school's people, without removed ones. */
const peopleOf = (db: Db, customerId: string) =>
  db.selectFrom(
    db
      .selectFrom('appUser')
      .leftJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
      .leftJoin('provisionedPerson', 'provisionedPerson.userId', 'appUser.id')
      .where('customerId', '=', customerId)
      .where('role', 'in', ['student', 'staff', 'organisation-admin', 'primary-contact'])
      .where('removedAt', 'is', null)
      .select(['appUser.id', 'username as userName', 'externalId', 'email', 'createdAt', 'role'])
      .select(['firstName as givenName', 'lastName as familyName'])
      .select(sql<boolean>`app_user.disabled_at is null`.as('active'))
      .select(sql<Person['userType']>`case role when 'student' then 'Student' else 'Staff' end`.as('userType'))
      // Disabled by someone else than the identity system.
      .select(
        sql<boolean>`app_user.disabled_at is not null
          and app_user.disabled_at is distinct from provisioned_person.disabled_at`.as('closed'),
      )
      .as('person'),
  )

export type Query = {
  filter: string | undefined
  sortBy: string | undefined
  descending: boolean
  startIndex: number
  count: number
}

export async function listPeople({ db, env }: Part, { customerId }: Provisioner, query: Query) {
  let found = peopleOf(db, customerId)
  if (query.filter !== undefined) found = found.where(conditionOf(parseFilter(query.filter)))
  let page = found.selectAll()
  if (query.sortBy !== undefined) page = page.orderBy(orderBy(query.sortBy), query.descending ? 'desc' : 'asc')
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows =
    query.count === 0
      ? []
      : await page
          .orderBy('id')
          .limit(query.count)
          .offset(query.startIndex - 1)
          .execute()
  return { total, people: rows.map((row) => userOf(personOf(row as Row), env.publicUrl)) }
}

export async function showPerson({ db, env }: Part, { customerId }: Provisioner, id: string): Promise<ScimUser> {
  return userOf(personOf(await rowOf(db, customerId, id)), env.publicUrl)
}

export function addPerson(app: Part, provisioner: Provisioner, body: unknown): Promise<ScimUser> {
  const draft = blankDraft()
  readBody(draft, body)
  const person = finished(draft, { active: true, userType: 'Student' })
  const { customerId } = provisioner
  const { clock, env } = app
  const now = clock()
  return refuseTaken(() =>
    app.db.transaction().execute(async (tx) => {
      // Two calls at once take turns.
      await tx.selectFrom('customer').where('id', '=', customerId).select('id').forNoKeyUpdate().execute()
      await checkPerson(tx, customerId, person)
      for (const name of new Set([person.userName, person.email.toLowerCase()]))
        await freeFormerName(tx, { customerId }, name)
      await requireUnique(tx, '', person)
      const id = randomUUID()
      const disabledAt = person.active ? null : now
      const account = { id, customerId, disabledAt, role: roleOf(person), passwordHash: null }
      await tx
        .insertInto('appUser')
        .values({ ...account, ...columnsOf(person), createdAt: now })
        .execute()
      await tx
        .insertInto('provisionedPerson')
        .values({ userId: id, externalId: person.externalId, disabledAt })
        .execute()
      await audit(tx, provisioner, now, 'person_provisioned', person, { after: { userType: person.userType } })
      return userOf(personOf(await rowOf(tx, customerId, id)), env.publicUrl)
    }),
  )
}

/** `ifMatch`: the version that the program has. */
type Target = { id: string; ifMatch: string | undefined }

/** PUT of RFC 7644, 3.5.1. Members left out are cleared, except that a person stays active and staff stay staff. */
export const replacePerson = (app: Part, provisioner: Provisioner, target: Target, body: unknown) =>
  changePerson(app, provisioner, target, (before) => {
    const draft = blankDraft()
    readBody(draft, body)
    return finished(draft, before)
  })

export const patchPerson = (app: Part, provisioner: Provisioner, target: Target, body: unknown) =>
  changePerson(app, provisioner, target, (before) => {
    const draft = draftOf(before)
    for (const operation of readOperations(body)) applyOperation(draft, operation)
    return finished(draft, before)
  })

function changePerson(
  app: Part,
  provisioner: Provisioner,
  target: Target,
  change: (before: Person) => Person,
): Promise<ScimUser> {
  const { customerId } = provisioner
  const now = app.clock()
  return refuseTaken(() =>
    app.db.transaction().execute(async (tx) => {
      const row = await lockedRow(app, tx, customerId, target)
      const before = personOf(row)
      const after = change(before)
      const changed = difference<Partial<Person>>(before, after)
      if (changed) {
        enforceProtection(row, changed.after)
        await checkPerson(tx, customerId, after, changed.after)
        if ('userName' in changed.after || 'email' in changed.after) await requireUnique(tx, row.id, after)
        await write(tx, row, after, changed.after, now)
        await audit(tx, provisioner, now, 'provisioned_person_changed', before, changed)
      }
      return userOf(personOf(await rowOf(tx, customerId, row.id)), app.env.publicUrl)
    }),
  )
}

async function write(tx: Db, { id }: Row, after: Person, changed: Partial<Person>, now: Date): Promise<void> {
  const isTurned = 'active' in changed
  const disabledAt = after.active ? null : now
  await tx
    .updateTable('appUser')
    .set({
      ...columnsOf(after),
      ...(changed.userType ? { role: roleOf(after) } : {}),
      ...(isTurned ? { disabledAt } : {}),
    })
    .where('id', '=', id)
    .execute()
  const managed = { externalId: after.externalId, ...(isTurned ? { disabledAt } : {}) }
  await tx
    .insertInto('provisionedPerson')
    .values({ userId: id, disabledAt: null, ...managed })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(managed))
    .execute()
  if (changed.active === false || changed.userType) await endSessionsOf(tx, id)
  // Links emailed to a former address must open nothing.
  if (changed.active === false || changed.email || changed.userName) await withdrawOpenLinks(tx, [id], now)
}

/** Students are forgotten; the account of staff is closed, and their work stays with the school. */
export async function removePerson(app: Part, provisioner: Provisioner, target: Target): Promise<void> {
  const now = app.clock()
  await app.db.transaction().execute(async (tx) => {
    const row = await lockedRow(app, tx, provisioner.customerId, target)
    enforceProtection(row, 'removal')
    if (row.role === 'student') await forgetPeople(tx, [row.id], now)
    else await closeAccount(tx, row.id, now)
    await audit(tx, provisioner, now, 'provisioned_person_removed', row)
  })
}

/** Someone of another school, of the provider, or removed: not found. */
async function rowOf(db: Db, customerId: string, id: string): Promise<Row> {
  const row = await peopleOf(db, customerId).where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw scimProblem('not_here')
  return row as Row
}

async function lockedRow({ env }: Part, tx: Db, customerId: string, { id, ifMatch }: Target): Promise<Row> {
  await tx.selectFrom('appUser').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  const row = await rowOf(tx, customerId, id)
  if (ifMatch === undefined || ifMatch.trim() === '*') return row
  const version = userOf(personOf(row), env.publicUrl).meta.version.slice(2)
  const versions = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (!versions.includes(version)) throw scimProblem('version_changed')
  return row
}

const personOf = ({ role: _, closed: __, ...person }: Row): KnownPerson => person

function finished(draft: Draft, otherwise: Pick<Person, 'active' | 'userType'>): Person {
  const { emails: _, userName, externalId, ...given } = draft
  if (!userName) throw scimProblem('invalidValue', { messages: ['userName is missing.'] })
  // If the identity system sends no address, the username may be one.
  const email = addressIn(draft) ?? (userName.includes('@') ? userName : undefined)
  if (!email) throw scimProblem('invalidValue', { messages: ['An email address is missing.'] })
  return {
    ...otherwise,
    ...{ givenName: '', familyName: '' },
    ...given,
    ...{ userName: userName.toLowerCase(), externalId: externalId ?? null, email },
  }
}

const roleOf = ({ userType }: Person): Role => (userType === 'Student' ? 'student' : 'staff')
const columnsOf = ({ userName, email, givenName, familyName }: Person) => ({
  username: userName,
  email,
  firstName: givenName,
  lastName: familyName,
})

async function audit(
  tx: Db,
  { customerId, userId, keyId }: Provisioner,
  now: Date,
  action: string,
  { givenName, familyName, userName }: Person,
  { before = {}, after = {} }: { before?: object; after?: object } = {},
): Promise<void> {
  const key = await tx.selectFrom('accessKey').where('id', '=', keyId).select('name').executeTakeFirst()
  await recordAudit(tx, {
    ...{ now, customerId, userId, action },
    subject: `${givenName} ${familyName}`.trim() || userName,
    before: { ...before },
    after: { ...after, accessKey: key?.name ?? '' },
  })
}
