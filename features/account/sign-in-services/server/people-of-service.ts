import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { nameRule } from '#kit/bare-link.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import { type Service, schoolOfDomain, schoolToJoin, signsIn } from './sign-in-services.ts'

type Part = Pick<App, 'db' | 'clock' | 'queue' | 'env'>

/** A person by their service. Two services may use the same subject for two people. */
export type Identity = {
  issuer: string
  subject: string
  /** The address as the service gives it, confirmed or not. */
  email: string | undefined
  /** See `confirmedEmail` in the rules. */
  confirmedEmail: string | undefined
  firstName: string
  lastName: string
}

export type Recognised = { userId: string } | { refused: 'unknown_person' | 'unconfirmed_email' | 'other_subject' }

const unknown: Recognised = { refused: 'unknown_person' }

/**
 * The person of the subject; else the one with the confirmed address, who is then linked, or linked again if the address
 * is in the school's own domain; else a new one, if the school lets people of its domain join. A service signs in only
 * people of the schools that chose it.
 */
export async function recognise(app: Part, service: Service, identity: Identity): Promise<Recognised> {
  // PostgreSQL text cannot hold NUL.
  if (identity.subject.includes('\0') || identity.subject === '' || identity.subject.length > 255) return unknown
  const found = await find(app, service, identity)
  // A second window did the same at the same moment.
  return found ?? (await find(app, service, identity)) ?? unknown
}

/** Undefined if another sign-in was faster. */
async function find(app: Part, service: Service, identity: Identity): Promise<Recognised | undefined> {
  const known = await app.db
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('serviceId', '=', service.id)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .select(aboutThem)
    .executeTakeFirst()
  if (known) return (await mayEnter(app, service, known)) ? { userId: known.id } : unknown
  const email = identity.confirmedEmail?.toLowerCase()
  if (email === undefined) return identity.email === undefined ? unknown : { refused: 'unconfirmed_email' }
  const [match, ...others] = await app.db
    .selectFrom('appUser')
    .where((row) => row.or([row(sql`lower(email)`, '=', email), row('username', '=', email)]))
    .select([...aboutThem, sql<string>`lower(email)`.as('email')])
    .execute()
  if (!match) return join(app, service, identity, email)
  // An address of two people identifies neither.
  if (others.length > 0 || match.email !== email || !(await mayEnter(app, service, match))) return unknown
  return link(app, service, identity, { ...match, email })
}

const aboutThem = ['appUser.id', 'appUser.customerId', 'username', 'disabledAt', 'demo'] as const
type Person = { id: string; customerId: string | null; username: string; disabledAt: Date | null; demo: boolean }

const mayEnter = async ({ db, env }: Part, service: Service, { customerId, disabledAt, demo }: Person) =>
  !disabledAt && (!demo || env.demo) && (await signsIn(db, service, customerId))

/** Links the person to the subject, so that a later change of address does not matter. */
async function link(app: Part, service: Service, identity: Identity, person: Person & { email: string }) {
  return app.db.transaction().execute(async (tx): Promise<Recognised | undefined> => {
    const linked = await addLink(tx, service, identity, person.id)
    if (!linked) {
      // The person may be linked to another subject of the service.
      const own = tx.selectFrom('signInLink').where('userId', '=', person.id).where('serviceId', '=', service.id)
      const other = await own
        .where('issuer', '=', identity.issuer)
        .where('subject', '!=', identity.subject)
        .select('id')
        .executeTakeFirst()
      return other && relink(app, tx, service, { identity, person, linkId: other.id })
    }
    await audit(app, tx, service, person, 'sign_in_linked', { email: person.email })
    return { userId: person.id }
  })
}

/**
 * A service gives people new subjects when it is rebuilt or changes its NameID. It decides who has an address in the
 * domain of a school that chose it; of other addresses a person might have given one to someone else.
 */
async function relink(
  app: Part,
  tx: Db,
  service: Service,
  given: { identity: Identity; person: Person & { email: string }; linkId: string },
): Promise<Recognised | undefined> {
  const { identity, person, linkId } = given
  const school = await schoolOfDomain(tx, service, person.email)
  if (school === undefined || school.customerId !== person.customerId) return { refused: 'other_subject' }
  await tx.updateTable('signInLink').set({ subject: identity.subject }).where('id', '=', linkId).execute()
  // Ends the sessions of the former identity.
  await tx.deleteFrom('session').where('userId', '=', person.id).where('serviceId', '=', service.id).execute()
  await audit(app, tx, service, person, 'sign_in_relinked', { email: person.email })
  await mailAboutNewIdentity(app, tx, { to: person.email, username: person.username, service: service.name })
  return { userId: person.id }
}

/** Warns the owner in case their address at the service now belongs to someone else. */
async function mailAboutNewIdentity(
  app: Part,
  tx: Db,
  { to, username, service }: { to: string; username: string; service: string },
) {
  const { providerName, publicUrl } = app.env
  const title = `${service} signs you in with a new identity`
  const mail = composeMail({
    providerName,
    subject: title,
    heading: title,
    intro: [
      `You signed in as ${username}. ${service} confirmed your email address but sent a different identity than before, so we linked your account to the new one. The old one can no longer sign in.`,
      'If this was you, you don’t need to do anything. If not, tell the primary contact of your school.',
    ],
    facts: [{ label: 'Sign-in service', value: service }],
    link: { label: 'View your profile', href: `${publicUrl}/myProfile` },
    footnote: 'You’re receiving this email because it’s about your account’s security.',
  })
  await enqueueMail(app, { to, ...mail }, tx)
}

async function join(app: Part, service: Service, identity: Identity, email: string): Promise<Recognised | undefined> {
  return app.db.transaction().execute(async (tx) => {
    const school = await schoolToJoin(tx, service, email)
    if (!school) return unknown
    const { customerId, role } = school
    const person = { id: randomUUID(), customerId, username: email, role, email }
    const made = await tx
      .insertInto('appUser')
      .values({ ...person, ...nameOf(identity, email), passwordHash: null, disabledAt: null, createdAt: app.clock() })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return undefined
    if (!(await addLink(tx, service, identity, person.id)))
      throw new Error('the subject has since been linked to someone else')
    await audit(app, tx, service, person, 'person_joined', { role, email })
    return { userId: person.id }
  })
}

const addLink = (tx: Db, { id: serviceId }: Service, { issuer, subject }: Identity, userId: string) =>
  tx
    .insertInto('signInLink')
    .values({ userId, serviceId, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

const isPlainName = (text: string) => text.length <= 100 && !/[\p{Cc}<>\u2028\u2029]/u.test(text) && nameRule[0](text)

/** Names appear in mails; someone with an odd one, or none, is named by their address. */
function nameOf({ firstName, lastName }: Identity, email: string) {
  const [first, last] = [firstName, lastName].map((name) => (isPlainName(name) ? name.trim() : ''))
  return first || last ? { firstName: first!, lastName: last! } : { firstName: email.split('@')[0]!, lastName: '' }
}

const audit = (
  { clock }: Part,
  tx: Db,
  service: Service,
  { id: userId, customerId, username: subject }: Pick<Person, 'id' | 'customerId' | 'username'>,
  action: 'sign_in_linked' | 'sign_in_relinked' | 'person_joined',
  after: Record<string, unknown>,
) =>
  recordAudit(tx, {
    now: clock(),
    ...{ customerId, userId, action, subject },
    after: { service: service.name, ...after },
  })
