import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { mailAboutFactor, resetFactors } from '#features/account/server/account.ts'
import { deskProblem, type PersonLine } from '#features/desk/contract.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { personLine } from './people.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** The actor: someone of the desk, or the command line with an administrator's rights. */
export type Doer = { userId: string | null; role: Role }
export const commandLine: Doer = { userId: null, role: 'administrator' }

type Change = { role?: Role | undefined; disabled?: boolean | undefined }

/** Changes the role, disables or enables. Someone who is disabled or loses rights is signed out everywhere. */
export async function changePerson(app: Needs, doer: Doer, userId: string, change: Change): Promise<PersonLine> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    // Locked before the person, so that two administrators who demote each other do not deadlock.
    const administrators = doer.role === 'administrator' ? await livingAdministrators(tx) : []
    const person = await personFor(tx, doer, userId)
    if (doer.userId === userId) throw deskProblem('not_your_own')
    const role = change.role ?? person.role
    if (isOfProvider(role) !== isOfProvider(person.role)) throw deskProblem('role_of_other_side')
    const disabled = change.disabled ?? person.disabled
    const goes = administrators.some(({ id }) => id === userId) && (role !== 'administrator' || disabled)
    if (goes && administrators.length < 2) throw deskProblem('last_administrator')
    if (role !== person.role) {
      await tx.updateTable('appUser').set({ role }).where('id', '=', userId).execute()
      await audit(tx, now, doer, person, 'role_changed', { before: { role: person.role }, after: { role } })
    }
    if (disabled !== person.disabled) {
      const disabledAt = disabled ? now : null
      await tx.updateTable('appUser').set({ disabledAt }).where('id', '=', userId).execute()
      await audit(tx, now, doer, person, disabled ? 'person_shut_out' : 'person_let_in')
    }
    if (disabled || role !== person.role) await endSessions(tx, userId)
    if (disabled) await withdrawOpenLinks(tx, userId, now)
    return personLine(tx, userId, now)
  })
}

export async function endSessionsOf(app: Needs, doer: Doer, userId: string): Promise<PersonLine> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const person = await personFor(tx, doer, userId)
    await endSessions(tx, userId)
    await audit(tx, now, doer, person, 'sessions_ended')
    return personLine(tx, userId, now)
  })
}

/** For someone who lost their phone and recovery codes. The desk decides whether to believe them. */
export async function resetSecondFactor(app: Needs & Partial<Pick<App, 'queue' | 'env'>>, doer: Doer, userId: string) {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const person = await personFor(tx, doer, userId)
    if (doer.userId === userId) throw deskProblem('not_your_own')
    if (!(await resetFactors(tx, [userId]))) throw deskProblem('no_second_factor')
    await endSessions(tx, userId)
    await audit(tx, now, doer, person, 'second_factor_reset')
    const { queue, env } = app
    // On the command line without a portal nothing is emailed.
    if (queue && env) await mailAboutFactor({ ...app, queue, env }, tx, { userId, what: 'reset' })
    return personLine(tx, userId, now)
  })
}

export type Found = {
  id: string
  customerId: string | null
  username: string
  email: string
  role: Role
  disabled: boolean
}

/** Locked until the transaction ends. Only an administrator may change the provider's own people. */
export async function personFor(tx: Db, doer: Doer, userId: string): Promise<Found> {
  const person = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['id', 'customerId', 'username', 'email', 'role', sql<boolean>`disabled_at is not null`.as('disabled')])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw deskProblem('person_not_found')
  if (isOfProvider(person.role) && doer.role !== 'administrator') throw deskProblem('administrators_only')
  return person
}

/** Locked, always in the same order: of two simultaneous removals one administrator stays. */
const livingAdministrators = (tx: Db) =>
  tx
    .selectFrom('appUser')
    .where('role', '=', 'administrator')
    .where('disabledAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()

export const endSessions = (tx: Db, userId: string) => tx.deleteFrom('session').where('userId', '=', userId).execute()

const withdrawOpenLinks = (tx: Db, userId: string, now: Date) =>
  tx
    .updateTable('oneTimeLink')
    .set({ withdrawnAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()

export const audit = (
  tx: Db,
  now: Date,
  doer: Doer,
  { customerId, username }: Pick<Found, 'customerId' | 'username'>,
  action: string,
  changed: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) => recordAudit(tx, { now, customerId, userId: doer.userId, action, subject: username, ...changed })
