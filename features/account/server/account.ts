import type { App, Db } from '#app/app.ts'
import { isDueForRenewal } from '#features/shop/subscriptions/rules.ts'
import { businessDay } from '#kit/day.ts'
import type { Role } from '#kit/roles.ts'
import { may, roles } from '#kit/roles.ts'
import type { Caller } from '#kit/server/caller.ts'
import { accountProblem, type CurrentUser, type Customer, organisationMembers } from '../contract.ts'
import { zoneOfSchool } from '../time-zone/rules.ts'
import { subscriptionsOf } from './school-subscriptions.ts'

export { maxPasswordLength } from '../passwords/rules.ts'
export { refuseFormerPassword, refuseWeakPassword, setPassword } from '../passwords/server/new-password.ts'
export { mailPasswordLink, newPasswordLink } from '../passwords/server/password-links.ts'
export { hashSecret, isSecret } from '../passwords/server/passwords.ts'
export { mailAboutFactor } from '../second-factor/server/second-factor-mail.ts'
export { countGuess, guessOfProgram } from '../sign-in/server/guesses.ts'
export { endSessionsOf } from '../sign-in/server/sessions.ts'
export { onlyServiceOf, onlyServiceOfSchool } from '../sign-in-services/server/sign-in-services.ts'
export { subscriptionsOf } from './school-subscriptions.ts'

type Part = Pick<App, 'db' | 'clock' | 'recall'>

/** The signed-in person and the parts of their customer that they may see. */
export async function currentUser(app: Part, caller: Caller): Promise<CurrentUser> {
  const { role, ...user } = await personOf(app, caller.userId)
  const { missingFactor } = caller
  if (missingFactor) return { user: { ...user, roles: [] }, customer: null, missingFactor }
  return { user: { ...user, roles: rolesOf(role) }, customer: await customerOf(app, caller) }
}

export async function currentCustomer(app: Part, caller: Caller): Promise<{ customer: Customer }> {
  const customer = await customerOf(app, caller)
  if (!customer) throw accountProblem('no_customer')
  return { customer }
}

/** The roles shown to people: the role and those of its side that it includes. */
const rolesOf = (role: Role): Role[] => {
  if (role === 'student') return ['student']
  return roles.filter((each): each is Role => each !== 'visitor' && each !== 'student' && may(role, each))
}

async function personOf({ db, recall }: Part, userId: string) {
  const found = await recall(`person ${userId}`, async () => ({
    of: [userId],
    value: await db
      .selectFrom('appUser')
      .where('id', '=', userId)
      .select(['id', 'username', 'email', 'firstName', 'lastName', 'role'])
      .executeTakeFirstOrThrow(),
  }))
  return found!
}

async function customerOf(app: Part, { customerId, role }: Caller): Promise<Customer | null> {
  if (customerId === null) return null
  const { contacts, newestKey, ...found } = await schoolOf(app, customerId)
  const { id, customerNo, emailDomain, apiUserId, contactsVersion, timeZone: _, ...organisation } = found
  const timeZone = zoneOfSchool(found, app.clock.zone)
  const customer = { id, customerNo, name: organisation.name, emailDomain, timeZone }
  const subscriptions = await customerSubscriptions(app, customerId)
  if (role === 'student') return { ...customer, subscriptions }
  return {
    ...customer,
    subscriptions,
    contacts,
    contactsVersion,
    organisation,
    apiUser: { id: apiUserId },
    ...(role === 'primary-contact' ? { accessKey: newestKey?.hint ?? '' } : {}),
  }
}

async function schoolOf({ db, recall }: Part, customerId: string) {
  const found = await recall(`school ${customerId}`, async () => {
    const school = await db
      .selectFrom('customer')
      .where('id', '=', customerId)
      .select(['id', 'customerNo', 'emailDomain', 'apiUserId', 'contactsVersion', 'timeZone'])
      .select(organisationMembers)
      .executeTakeFirstOrThrow()
    const contacts = await db
      .selectFrom('contact')
      .where('customerId', '=', customerId)
      .orderBy('primaryContact', 'desc')
      .orderBy('lastName')
      .orderBy('firstName')
      .orderBy('id')
      .selectAll()
      .execute()
    const newestKey = await db
      .selectFrom('accessKey')
      .where('customerId', '=', customerId)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .select('hint')
      .executeTakeFirst()
    return { of: [customerId], value: { ...school, contacts, newestKey } }
  })
  return found!
}

async function customerSubscriptions(app: Part, customerId: string): Promise<Customer['subscriptions']> {
  const today = businessDay(app.clock)
  const all = await subscriptionsOf(app, customerId)
  return all.map((each) => ({
    id: each.id,
    subscriptionType: { name: each.typeName },
    productCode: each.productCode,
    product: { name: each.productName },
    effectiveStartDate: each.startsOn,
    effectiveEndDate: each.endsOn,
    dueForRenewal: isDueForRenewal(each, all, today),
  }))
}

/** Unlinks these people from all outside sign-in services. */
export const forgetSignInLinks = (tx: Db, userIds: string[]) =>
  tx.deleteFrom('signInLink').where('userId', 'in', userIds).execute()

/** Removes these people's factors besides the password, passkeys included. False if there were none. */
export async function resetFactors(tx: Db, userIds: string[]): Promise<boolean> {
  let removed = 0
  for (const table of ['secondFactor', 'passkey'] as const) {
    const rows = await tx.deleteFrom(table).where('userId', 'in', userIds).returning('userId').execute()
    removed += rows.length
  }
  await tx.deleteFrom('secondFactorDraft').where('userId', 'in', userIds).execute()
  await tx.deleteFrom('halfSignIn').where('userId', 'in', userIds).execute()
  return removed > 0
}
