import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { mapOf } from '#kit/map-of.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type Student, studentProblem, type studentsApi } from '../contract.ts'
import { whyNot } from '../rules.ts'
import { forgetPeople } from './forget-people.ts'
import { isManaged, personName, statusAt } from './status.ts'

type Part = Pick<App, 'db' | 'clock'>

/** A customer's students, without removed ones. */
const studentsOf = (db: Db, customerId: string, now: Date) =>
  db
    .selectFrom('appUser')
    .leftJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
    .where('appUser.customerId', '=', customerId)
    .where('appUser.role', '=', 'student')
    .where('invitedPerson.removedAt', 'is', null)
    .select(['appUser.id', 'firstName', 'lastName', 'email', 'gender', 'invitedAt'])
    .select([statusAt(now).as('status'), isManaged.as('managed')])

type Row = Awaited<ReturnType<ReturnType<typeof studentsOf>['execute']>>[number]

const studentOf = ({ invitedAt, gender, ...row }: Row): Student => ({
  ...row,
  gender: gender ?? 'NA',
  invitedDate: invitedAt?.toISOString() ?? null,
})

const names = sql<string>`lower(last_name || ' ' || first_name)`
const orders = {
  '': names,
  name: names,
  lastName: names,
  firstName: sql<string>`lower(first_name || ' ' || last_name)`,
  email: sql<string>`lower(email)`,
  username: sql<string>`lower(username)`,
  gender: sql<string>`gender`,
  status: sql<string>`status`,
  invitedDate: sql<string>`invited_at`,
}

/** One page of students, and the total. */
export async function listStudents(
  { db, clock }: Part,
  caller: SchoolCaller,
  input: Input<typeof studentsApi.listStudents>,
): Promise<RawReply<typeof studentsApi.listStudents>> {
  const { pageNumber, pageSize, status, sortField, sortOrder } = input
  let found = studentsOf(db, caller.customerId, clock())
  const words = input.searchValue.split(/\s+/).filter(Boolean)
  for (const word of words) found = found.where(holds(input.searchField, word))
  if (status) found = found.where(statusAt(clock()), '=', status)
  const { totalCount } = await db
    .selectFrom(found.as('found'))
    .select(sql<number>`count(*)::int`.as('totalCount'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy(orders[sortField], (order) => (sortOrder === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy(names)
    .orderBy('appUser.id')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return { response: rows.map(studentOf), totalCount, pageNumber, pageSize }
}

/** Matches a word anywhere in the field. */
function holds(field: Input<typeof studentsApi.listStudents>['searchField'], word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const texts = {
    '': sql`first_name || ' ' || last_name || ' ' || email`,
    name: sql`first_name || ' ' || last_name`,
    firstName: sql`first_name`,
    lastName: sql`last_name`,
    email: sql`email`,
    username: sql`username`,
  }
  return sql<boolean>`${texts[field]} ilike ${pattern}`
}

export async function updateStudent(
  { db, clock }: Part,
  caller: SchoolCaller,
  { id, ...given }: Input<typeof studentsApi.updateStudent>,
): Promise<{ response: Student }> {
  const now = clock()
  const response = await db.transaction().execute(async (tx) => {
    const one = () => studentsOf(tx, caller.customerId, now).where('appUser.id', '=', id).executeTakeFirst()
    await tx.selectFrom('appUser').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const row = await one()
    if (!row) throw studentProblem('student_not_found')
    const before = studentOf(row)
    const why = whyNot({ ...given, email: 'a@b.example' }, '')
    if (why) throw studentProblem('bad_person', { messages: [nameSentences.get(why) ?? 'Please check the name.'] })
    const changed = difference<Record<string, string>>(
      { firstName: before.firstName, lastName: before.lastName, gender: before.gender },
      given,
    )
    if (!changed) return before
    const { gender, ...name } = given
    await tx.updateTable('appUser').set(name).where('id', '=', id).execute()
    await tx
      .insertInto('invitedPerson')
      .values({ userId: id, gender, invitedBy: null, invitedAt: now, expiresAt: now, acceptedAt: now, removedAt: null })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ gender }))
      .execute()
    const { customerId, userId } = caller
    await recordAudit(tx, {
      now,
      customerId,
      userId,
      action: 'student_changed',
      subject: personName(before),
      ...changed,
    })
    return studentOf((await one())!)
  })
  return { response }
}

const nameSentences = mapOf<string>({
  NAME_MISSING: 'Please enter a first or last name.',
  BAD_NAME: 'The name is too long or has characters that are not allowed.',
})

/** Skips ids that do not exist or belong to another organisation; fails if none is left. */
export async function removeStudents(
  { db, clock }: Part,
  caller: SchoolCaller,
  ids: string[],
): Promise<{ response: { count: number } }> {
  const now = clock()
  const count = await db.transaction().execute(async (tx) => {
    const there = await studentsOf(tx, caller.customerId, now).where('appUser.id', 'in', ids).execute()
    if (there.length === 0) throw studentProblem('student_not_found')
    const removed = await forgetPeople(
      tx,
      there.map(({ id }) => id),
      now,
    )
    for (const each of there.filter(({ id }) => removed.has(id)))
      await recordAudit(tx, {
        now,
        customerId: caller.customerId,
        userId: caller.userId,
        action: 'student_removed',
        subject: personName(each),
      })
    return removed.size
  })
  if (count === 0) throw studentProblem('student_not_found')
  return { response: { count } }
}
