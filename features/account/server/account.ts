import type { Db } from '#app/app.ts'
import { isDueForRenewal } from '#features/shop/subscriptions/rules.ts'
import { businessDay, type Clock, type Day } from '#kit/day.ts'
import type { Role } from '#kit/roles.ts'
import { may, roles } from '#kit/roles.ts'
import type { Caller } from '#kit/server/caller.ts'
import { accountProblem, type CurrentUser, type Customer, organisationMembers } from '../contract.ts'
import { zoneOfSchool } from '../time-zone/rules.ts'

export { maxPasswordLength } from '../passwords/rules.ts'
export { refuseFormerPassword, refuseWeakPassword, setPassword } from '../passwords/server/new-password.ts'
export { mailPasswordLink, newPasswordLink } from '../passwords/server/password-links.ts'
export { hashSecret, isSecret } from '../passwords/server/passwords.ts'
export { mailAboutFactor } from '../second-factor/server/second-factor-mail.ts'
export { countGuess, guessOfProgram } from '../sign-in/server/guesses.ts'
export { endSessionsOf } from '../sign-in/server/sessions.ts'

/** The signed-in person and the parts of their customer that they may see. */
export async function currentUser(db: Db, caller: Caller, clock: Clock): Promise<CurrentUser> {
  const { role, ...user } = await db
    .selectFrom('appUser')
    .where('id', '=', caller.userId)
    .select(['id', 'username', 'email', 'firstName', 'lastName', 'role'])
    .executeTakeFirstOrThrow()
  const { missingFactor } = caller
  if (missingFactor) return { user: { ...user, roles: [] }, customer: null, missingFactor }
  return { user: { ...user, roles: rolesOf(role) }, customer: await customerOf(db, caller, clock) }
}

export async function currentCustomer(db: Db, caller: Caller, clock: Clock): Promise<{ customer: Customer }> {
  const customer = await customerOf(db, caller, clock)
  if (!customer) throw accountProblem('no_customer')
  return { customer }
}

/** The roles shown to people: the role and those of its side that it includes. */
const rolesOf = (role: Role): Role[] => {
  if (role === 'student') return ['student']
  return roles.filter((each): each is Role => each !== 'visitor' && each !== 'student' && may(role, each))
}

async function customerOf(db: Db, { customerId, role }: Caller, clock: Clock): Promise<Customer | null> {
  if (customerId === null) return null
  const found = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select(['id', 'customerNo', 'emailDomain', 'apiUserId', 'contactsVersion', 'timeZone'])
    .select(organisationMembers)
    .executeTakeFirstOrThrow()
  const { id, customerNo, emailDomain, apiUserId, contactsVersion, timeZone: _, ...organisation } = found
  const timeZone = zoneOfSchool(found, clock.zone)
  const customer = { id, customerNo, name: organisation.name, emailDomain, timeZone }
  const subscriptions = await subscriptionsOf(db, customerId, businessDay(clock))
  if (role === 'student') return { ...customer, subscriptions }
  return {
    ...customer,
    subscriptions,
    contacts: await contactsOf(db, customerId),
    contactsVersion,
    organisation,
    apiUser: { id: apiUserId },
    ...(role === 'primary-contact' ? await newestKeyOf(db, customerId) : {}),
  }
}

/** Its last four characters; nothing if the school has no access key. */
async function newestKeyOf(db: Db, customerId: string): Promise<{ accessKey?: string }> {
  const key = await db
    .selectFrom('accessKey')
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .select('hint')
    .executeTakeFirst()
  return key ? { accessKey: key.hint } : {}
}

async function subscriptionsOf(db: Db, customerId: string, today: Day): Promise<Customer['subscriptions']> {
  const rows = await db
    .selectFrom('subscription')
    .where('customerId', '=', customerId)
    .orderBy('endsOn', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subscriptionType: { name: row.typeName },
    productCode: row.productCode,
    product: { name: row.productName },
    effectiveStartDate: row.startsOn,
    effectiveEndDate: row.endsOn,
    dueForRenewal: isDueForRenewal(row, rows, today),
  }))
}

const contactsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('id')
    .selectAll()
    .execute()

/** No outside sign-in service knows these people any more. */
export const forgetSignInLinks = (within: Db, userIds: string[]) =>
  within.deleteFrom('signInLink').where('userId', 'in', userIds).execute()

/** Removes these people's factors besides the password, passkeys included. False if there were none. */
export async function resetFactors(within: Db, userIds: string[]): Promise<boolean> {
  let removed = 0
  for (const table of ['secondFactor', 'passkey'] as const) {
    const rows = await within.deleteFrom(table).where('userId', 'in', userIds).returning('userId').execute()
    removed += rows.length
  }
  await within.deleteFrom('secondFactorDraft').where('userId', 'in', userIds).execute()
  await within.deleteFrom('halfSignIn').where('userId', 'in', userIds).execute()
  return removed > 0
}
