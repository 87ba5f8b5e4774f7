import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type Outcome, studentProblem, type studentsApi } from '../contract.ts'
import { whyNot } from '../rules.ts'
import {
  enforceDailyLimit,
  expiryFrom,
  type InvitedRole,
  inviteEach,
  inviterOf,
  mailInvitation,
} from './invitation-mail.ts'
import { personName, statusAt } from './status.ts'

type Part = Pick<App, 'db' | 'clock' | 'queue' | 'env'>

/**
 * Invites everyone it can; the others are returned with the reason. Idempotent: a repeated call invites no one twice.
 */
export async function inviteStudents(
  app: Part,
  caller: SchoolCaller,
  students: Input<typeof studentsApi.inviteStudents>['students'],
): Promise<{ response: Outcome[] }> {
  const now = app.clock()
  const response = await app.db.transaction().execute(async (tx) => {
    const inviter = await inviterOf(tx, caller)
    const { emailDomain } = await tx
      .selectFrom('customer')
      .select('emailDomain')
      .where('id', '=', caller.customerId)
      .executeTakeFirstOrThrow()
    const outcomes: Outcome[] = []
    const known = await knownAddresses(tx, students)
    const invitations = []
    for (const student of students) {
      const email = student.email.toLowerCase()
      const there = known.get(email)
      const outcome =
        whyNot({ ...student, email }, emailDomain) ??
        (there === undefined ? 'INVITED' : there === caller.customerId ? 'ALREADY_THERE' : 'TAKEN')
      outcomes.push({ email: student.email, outcome })
      if (outcome !== 'INVITED') continue
      known.set(email, caller.customerId)
      invitations.push({ ...student, email, id: randomUUID() })
    }
    if (invitations.length === 0) return outcomes
    await enforceDailyLimit(tx, caller.customerId, invitations.length, now)
    const made = await tx
      .insertInto('appUser')
      .values(
        invitations.map(({ id, firstName, lastName, email }) => ({
          id,
          customerId: caller.customerId,
          username: email,
          email,
          firstName,
          lastName,
          role: 'student' as const,
          passwordHash: null,
          disabledAt: null,
          createdAt: now,
        })),
      )
      // A concurrent call has invited them.
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .execute()
    const ids = new Set(made.map(({ id }) => id))
    for (const student of invitations.filter(({ id }) => ids.has(id))) {
      await tx
        .insertInto('invitedPerson')
        .values({
          userId: student.id,
          gender: student.gender,
          invitedBy: caller.userId,
          invitedAt: now,
          expiresAt: expiryFrom(now),
          acceptedAt: null,
          removedAt: null,
        })
        .execute()
      await mailInvitation(app, tx, inviter, { ...student, role: 'student' })
      await recordAudit(tx, {
        now,
        customerId: caller.customerId,
        userId: caller.userId,
        action: 'student_invited',
        subject: personName(student),
      })
    }
    const missed = new Set(invitations.filter(({ id }) => !ids.has(id)).map(({ email }) => email))
    return outcomes.map((each) =>
      each.outcome === 'INVITED' && missed.has(each.email.toLowerCase())
        ? { ...each, outcome: 'ALREADY_THERE' as const }
        : each,
    )
  })
  return { response }
}

/**
 * The customer of each address that has an account, by username or e-mail: one address, one person. `null` for the
 * provider's own people.
 */
export async function knownAddresses(tx: Db, people: { email: string }[]): Promise<Map<string, string | null>> {
  const emails = [...new Set(people.map(({ email }) => email.toLowerCase()))]
  const rows = await tx
    .selectFrom('appUser')
    .where((row) => row.or([row('username', 'in', emails), row(sql`lower(email)`, 'in', emails)]))
    .select(['username', 'email', 'customerId'])
    .execute()
  return new Map(
    rows.flatMap(({ username, email, customerId }) => [
      [username, customerId] as const,
      [email.toLowerCase(), customerId] as const,
    ]),
  )
}

/** Mails a new link to those who have not accepted; skips those who have. */
export async function inviteAgain(
  app: Part,
  caller: SchoolCaller,
  ids: string[],
): Promise<{ response: { count: number } }> {
  return { response: { count: await sendAgain(app, caller, ids, ['student']) } }
}

export async function sendAgain(
  app: Part,
  caller: SchoolCaller,
  ids: string[],
  roles: ('student' | 'staff' | 'organisation-admin')[],
): Promise<number> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    await enforceDailyLimit(tx, caller.customerId, 0, now)
    const waiting = await tx
      .selectFrom('appUser')
      .innerJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
      .where('appUser.customerId', '=', caller.customerId)
      .where('appUser.id', 'in', ids)
      .where('role', 'in', roles)
      .where('removedAt', 'is', null)
      .where(statusAt(now), 'in', ['NOT_INVITED', 'INVITED', 'EXPIRED'])
      .select(['id', 'firstName', 'lastName', 'email', 'role'])
      .execute()
    if (waiting.length === 0) {
      const there = await tx
        .selectFrom('appUser')
        .leftJoin('invitedPerson', 'invitedPerson.userId', 'appUser.id')
        .where('appUser.customerId', '=', caller.customerId)
        .where('appUser.id', 'in', ids)
        .where('role', 'in', roles)
        .where('removedAt', 'is', null)
        .select('id')
        .executeTakeFirst()
      if (!there) throw studentProblem(roles[0] === 'student' ? 'student_not_found' : 'person_not_found')
      return 0
    }
    await enforceDailyLimit(tx, caller.customerId, waiting.length, now)
    await inviteEach(
      app,
      tx,
      await inviterOf(tx, caller),
      waiting.map((person) => ({ ...person, role: person.role as InvitedRole })),
    )
    return waiting.length
  })
}
