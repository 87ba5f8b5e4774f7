import type { App, Db } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { type Caller, requireFreshProof } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { newestLink } from '#platform/links/server/links.ts'
import { readAddress } from '#platform/mail/server/mail.ts'
import { maxNameLength, plainName } from '../../passwords/rules.ts'
import { type Profile, profileProblem } from '../contract.ts'
import { askToConfirmEmail } from './email-change.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env'>
type Personal = { email: string; firstName: string; lastName: string }

/** The signed-in person's own data. */
export async function readProfile({ db, clock }: Pick<App, 'db' | 'clock'>, { userId }: Caller): Promise<Profile> {
  const { passwordChangedAt, ...person } = await db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['id', 'username', 'email', 'firstName', 'lastName', 'role', 'passwordChangedAt'])
    .executeTakeFirstOrThrow()
  const pending = await newestLink({ db, clock }, { purpose: 'confirm-email', userId })
  return {
    ...person,
    pendingEmail: pending ? { email: String(pending.data.email), expiryDate: pending.expiresAt.toISOString() } : null,
    passwordChangedDate: passwordChangedAt?.toISOString() ?? null,
  }
}

/** Names take effect at once. A new address must be confirmed, and the old one is notified. */
export async function updatePersonal(app: Needs, caller: Caller, given: Personal): Promise<Profile> {
  const next = readPersonal(given)
  await app.db.transaction().execute(async (tx) => {
    const { email, ...names } = await tx
      .selectFrom('appUser')
      .where('id', '=', caller.userId)
      .select(['firstName', 'lastName', 'email'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    await renamePerson(tx, caller, names, next, app.clock())
    if (next.email === email) return
    requireFreshProof(caller)
    await askToConfirmEmail(app, tx, caller, next.email)
  })
  return readProfile(app, caller)
}

type Names = { firstName: string; lastName: string }

async function renamePerson(tx: Db, { userId, customerId }: Caller, names: Names, next: Names, now: Date) {
  const changed = difference<Names>(names, { firstName: next.firstName, lastName: next.lastName })
  if (!changed) return
  await tx
    .updateTable('appUser')
    .set({ firstName: next.firstName, lastName: next.lastName })
    .where('id', '=', userId)
    .execute()
  const subject = `${next.firstName} ${next.lastName}`
  await recordAudit(tx, { now, customerId, userId, action: 'person_renamed', subject, ...changed })
}

/** Reports every fault at once, each on its field. */
function readPersonal(given: Personal): Personal {
  const [firstName, lastName] = [plainName(given.firstName), plainName(given.lastName)]
  const errors: Record<string, string[]> = {}
  const check = (field: string, name: string, label: string) => {
    if (name === '') errors[field] = [`Please enter your ${label}.`]
    else if ([...name].length > maxNameLength) errors[field] = [`Please use at most ${maxNameLength} characters.`]
  }
  check('firstName', firstName, 'first name')
  check('lastName', lastName, 'last name')
  let email = ''
  try {
    email = readAddress(given.email)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    errors.email = error.messages
  }
  if (Object.keys(errors).length > 0)
    throw profileProblem('personal_invalid', { messages: Object.values(errors).flat(), errors })
  return { firstName, lastName, email }
}
