import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { newPasswordLink } from '#features/account/server/account.ts'
import { deskProblem, type Issued } from '#features/desk/contract.ts'
import { hasAccount } from '#features/school/activation/server/activation.ts'
import { businessDay, writtenDay } from '#kit/day.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { composeMail, enqueueMail, readAddress } from '#platform/mail/server/mail.ts'
import { audit, type Doer, personFor } from './change-person.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env'>
type Mailing = Needs & Pick<App, 'queue'>

/** Days to choose a first password; a reset link lasts an hour. */
const firstDays = 7
const hour = 3600

export type NewPerson = { customerId: string | null; email: string; firstName: string; lastName: string; role: Role }

/** Adds a person without a password; the username is the address. */
export async function addPerson(app: Needs, doer: Doer, given: NewPerson): Promise<string> {
  const { customerId, role, firstName, lastName } = given
  if (isOfProvider(role) && doer.role !== 'administrator') throw deskProblem('administrators_only')
  if (isOfProvider(role) !== (customerId === null)) throw deskProblem('role_of_other_side')
  const email = oneAddress(given.email)
  const username = email.toLowerCase()
  const id = randomUUID()
  const now = app.clock()
  await app.db.transaction().execute(async (tx) => {
    if (customerId !== null) {
      const known = await tx.selectFrom('customer').where('id', '=', customerId).select('id').executeTakeFirst()
      if (!known) throw deskProblem('organisation_not_found')
    }
    if (await hasAccount(tx, email)) throw accountExists()
    const inserted = await tx
      .insertInto('appUser')
      .values({ id, customerId, username, email, firstName, lastName, role, createdAt: now })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw accountExists()
    await audit(tx, now, doer, { customerId, username }, 'person_added', { after: { role, firstName, lastName } })
  })
  return id
}

export const accountExists = () =>
  deskProblem('account_exists', { errors: { email: ['There is already an account with this email address.'] } })

export function oneAddress(text: string): string {
  try {
    return readAddress(text)
  } catch {
    const sentence = 'Please enter a single email address.'
    throw deskProblem('not_one_address', { errors: { email: [sentence] } })
  }
}

/**
 * Makes a link for choosing a password and revokes earlier ones. Its address is returned and stored nowhere; with
 * `mail` it goes to the person and is not in the reply.
 */
export async function issuePasswordLink(
  app: Mailing,
  doer: Doer,
  userId: string,
  { mail }: { mail: boolean },
): Promise<Issued> {
  if (app.env.oidc) throw deskProblem('passwords_elsewhere')
  return app.db.transaction().execute(async (tx) => {
    const { address, ...issued } = await makePasswordLink(app, tx, doer, userId)
    if (!mail) return { address, mailedTo: '', expiresDate: issued.expiresAt.toISOString() }
    await enqueueMail(app, { to: issued.email, secret: true, ...passwordMail(app, { address, ...issued }) }, tx)
    return { address: '', mailedTo: issued.email, expiresDate: issued.expiresAt.toISOString() }
  })
}

type Made = { address: string; email: string; username: string; first: boolean; expiresAt: Date }

/** Within a transaction. Without a queue, as on the command line, nothing is emailed. */
export async function makePasswordLink(app: Needs, tx: Db, doer: Doer, userId: string): Promise<Made> {
  const now = app.clock()
  const person = await personFor(tx, doer, userId)
  if (person.disabled) throw deskProblem('person_disabled')
  const { passwordHash } = await tx
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  const first = passwordHash === null
  const seconds = first ? firstDays * 24 * hour : hour
  const { customerId } = person
  const { token } = await newPasswordLink(tx, { now, seconds, userId, customerId, createdBy: doer.userId })
  await audit(tx, now, doer, person, 'password_link_issued')
  return {
    address: `${app.env.publicUrl}/changePassword?guid=${encodeURIComponent(token)}`,
    email: person.email,
    username: person.username,
    first,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  }
}

const passwordMail = ({ env, clock }: Pick<App, 'env' | 'clock'>, { address, username, first, expiresAt }: Made) =>
  composeMail({
    subject: first ? `Your account at ${env.providerName} Data` : 'Choose a new password',
    heading: first ? `Welcome to ${env.providerName} Data` : 'Choose a new password',
    intro: [
      first
        ? `We’ve created an account for you. Choose a password to sign in. The link works once, until ${writtenDay(businessDay(clock, expiresAt))}.`
        : 'The customer team has sent you this link to choose a new password. It works once, for one hour.',
    ],
    facts: [{ label: 'Username', value: username }],
    link: { label: 'Choose a password', href: address },
    footnote: 'If you didn’t expect this email, you can ignore it. Nothing will change.',
    providerName: env.providerName,
  })
