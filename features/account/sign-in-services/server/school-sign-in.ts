import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { signInServiceProblem } from '../contract.ts'
import { signInPathOf } from '../rules.ts'
import type { SchoolSignIn, schoolSignInApi } from '../school-contract.ts'
import { hostOf, isPublicDomain } from './domains.ts'
import { isClaimedByOther } from './sign-in-services.ts'

type Part = Pick<App, 'db' | 'clock' | 'env'>

const none = { serviceId: null, joining: 'nobody', passwords: true, domain: null } as const

const chosenBy = async (db: Db, customerId: string) =>
  (await db.selectFrom('schoolSignIn').where('customerId', '=', customerId).selectAll().executeTakeFirst()) ?? none

export async function schoolSignIn(app: Part, caller: SchoolCaller): Promise<{ response: SchoolSignIn }> {
  const { serviceId, joining, passwords, domain } = await chosenBy(app.db, caller.customerId)
  const { emailDomain, fault } = await domainOf(app.db, caller)
  const services = await servicesFor(app.db, caller.customerId)
  const changed = serviceId !== null && fault === '' && domain !== emailDomain
  return {
    response: {
      ...{ serviceId, joining, passwords, emailDomain, services },
      linked: serviceId === null ? 0 : await linkedAt(app.db, caller.customerId, serviceId),
      domainFault: changed ? `The email domain has changed to ${emailDomain}. Save to use it.` : fault,
      address: serviceId === null ? '' : app.env.publicUrl + signInPathOf(serviceId),
    },
  }
}

async function linkedAt(db: Db, customerId: string, serviceId: string): Promise<number> {
  const { people } = await db
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('serviceId', '=', serviceId)
    .where('customerId', '=', customerId)
    .select(sql<number>`count(distinct user_id)::int`.as('people'))
    .executeTakeFirstOrThrow()
  return people
}

async function servicesFor(db: Db, customerId: string) {
  const rows = await db
    .selectFrom('signInService')
    .where('enabled', '=', true)
    .where((row) => row.or([row('customerId', 'is', null), row('customerId', '=', customerId)]))
    .orderBy(sql`customer_id nulls last`)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'preset', 'customerId'])
    .execute()
  return rows.map(({ customerId: owner, ...service }) => ({ ...service, own: owner !== null }))
}

export async function changeSchoolSignIn(
  app: Part,
  caller: SchoolCaller,
  { serviceId, joining, passwords }: Input<typeof schoolSignInApi.changeSchoolSignIn>,
): Promise<{ response: SchoolSignIn }> {
  const { customerId, userId } = caller
  await app.db.transaction().execute(async (tx) => {
    // One school at a time: of two that claim overlapping domains, the second one sees the first one's claim.
    await sql`lock table school_sign_in in share row exclusive mode`.execute(tx)
    const before = await chosenBy(tx, customerId)
    const service = (await servicesFor(tx, customerId)).find(({ id }) => id === serviceId)
    // One that was switched off meanwhile stays chosen.
    if (serviceId !== null && !service && serviceId !== before.serviceId)
      throw signInServiceProblem('service_not_offered')
    if (serviceId === null && (joining !== 'nobody' || !passwords)) throw signInServiceProblem('service_needed')
    const { emailDomain, fault } = await domainOf(tx, caller)
    if (joining !== 'nobody' && fault) throw signInServiceProblem('domain_unfit', { errors: { joining: [fault] } })
    const row = { serviceId, joining, passwords, domain: serviceId === null || fault ? null : emailDomain }
    await tx
      .insertInto('schoolSignIn')
      .values({ customerId, ...row })
      .onConflict((conflict) => conflict.column('customerId').doUpdateSet(row))
      .execute()
    if (before.serviceId !== null && before.serviceId !== serviceId)
      await tx
        .deleteFrom('session')
        .where('serviceId', '=', before.serviceId)
        .where('userId', 'in', (row) => row.selectFrom('appUser').where('customerId', '=', customerId).select('id'))
        .execute()
    const [was, is] = await Promise.all([auditOf(tx, before), auditOf(tx, row)])
    const changed = difference(was, is)
    if (changed)
      await recordAudit(tx, { now: app.clock(), customerId, userId, action: 'school_sign_in_changed', ...changed })
  })
  return schoolSignIn(app, caller)
}

async function auditOf(db: Db, { serviceId, ...rest }: Omit<Awaited<ReturnType<typeof chosenBy>>, 'customerId'>) {
  const service = serviceId === null ? undefined : db.selectFrom('signInService').where('id', '=', serviceId)
  const named = await service?.select('name').executeTakeFirst()
  const { joining, passwords, domain } = rest
  return { service: named?.name ?? '', joining, passwords, emailDomain: domain ?? '' }
}

/** The school's e-mail domain, and why it does not show that someone belongs to the school. */
async function domainOf(db: Db, { customerId, userId }: SchoolCaller): Promise<{ emailDomain: string; fault: string }> {
  const { emailDomain } = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('emailDomain')
    .executeTakeFirstOrThrow()
  const { email } = await db.selectFrom('appUser').where('id', '=', userId).select('email').executeTakeFirstOrThrow()
  const fault = async () => {
    if (emailDomain === '') return 'Your school has no email domain yet. Enter it under Students.'
    if (isPublicDomain(emailDomain)) return `Anyone can get an address at ${emailDomain}.`
    if (!isBelow(hostOf(email), emailDomain))
      return `Your own email address isn’t at ${emailDomain}, so we can’t tell whether the domain is your school’s.`
    if ((await isClaimedByOther(db, customerId, emailDomain)) || (await isUsedElsewhere(db, customerId, emailDomain)))
      return `Another organisation also uses ${emailDomain}. Please contact us.`
    return ''
  }
  return { emailDomain, fault: await fault() }
}

const isBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Whether another organisation has the domain, or people with an address in it. */
async function isUsedElsewhere(db: Db, customerId: string, domain: string): Promise<boolean> {
  const others = await db
    .selectFrom('customer')
    .where('id', '!=', customerId)
    .where('emailDomain', '!=', '')
    .where((row) =>
      row.or([
        row('emailDomain', '=', domain),
        row('emailDomain', 'like', `%.${domain}`),
        row(sql<boolean>`${domain} like '%.' || email_domain`, '=', true),
      ]),
    )
    .select('id')
    .limit(1)
    .execute()
  if (others.length > 0) return true
  const people = await db
    .selectFrom('appUser')
    .where((row) => row.or([row('customerId', '!=', customerId), row('customerId', 'is', null)]))
    .where('disabledAt', 'is', null)
    .where((row) =>
      row.or([row(sql`lower(email)`, 'like', `%@${domain}`), row(sql`lower(email)`, 'like', `%.${domain}`)]),
    )
    .select('id')
    .limit(1)
    .execute()
  return people.length > 0
}
