import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { domainsAbove, hostOf, overlap } from './domains.ts'
import type { SignInServiceTables } from './tables.ts'

export type Service = Selectable<SignInServiceTables['signInService']>
/** A service as the sign-in page offers it. */
export type OfferedService = Pick<Service, 'id' | 'name' | 'preset' | 'kind'>

const sealedFor = 'sign-in-service'

export const serviceOf = (db: Db, id: string): Promise<Service | undefined> =>
  db.selectFrom('signInService').where('id', '=', id).selectAll().executeTakeFirst()

/** Undefined if it has none, or if the key that sealed it is lost. */
export async function secretOf({ db, secretKey }: Pick<App, 'db' | 'secretKey'>, serviceId: string) {
  const row = await db.selectFrom('signInSecret').where('serviceId', '=', serviceId).select('secret').executeTakeFirst()
  return row && secretKey.open(row.secret, sealedFor)
}

export async function keepSecret(tx: Db, { secretKey }: Pick<App, 'secretKey'>, serviceId: string, plain: string) {
  const secret = secretKey.seal(plain, sealedFor)
  await tx
    .insertInto('signInSecret')
    .values({ serviceId, secret })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet({ secret }))
    .execute()
}

/** Services that every school may choose: the sign-in page shows a button for each. */
export const openServices = (db: Db): Promise<OfferedService[]> =>
  db
    .selectFrom('signInService')
    .where('enabled', '=', true)
    .where('customerId', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'preset', 'kind'])
    .execute()

/** Whether any school has a service: if so, the sign-in page reads an address first. */
export const isAnyChosen = async (db: Db): Promise<boolean> =>
  (await chosen(db).where('schoolSignIn.domain', 'is not', null).select('signInService.id').limit(1).execute()).length >
  0

/** The service of the school that has this address's domain; whether the person exists plays no part. */
export const serviceOfEmail = (db: Db, email: string): Promise<OfferedService | undefined> =>
  chosen(db)
    .where('schoolSignIn.domain', 'in', domainsAbove(hostOf(email)))
    .whereRef('schoolSignIn.domain', '=', 'customer.emailDomain')
    .select(['signInService.id', 'signInService.name', 'signInService.preset', 'signInService.kind'])
    .executeTakeFirst()

/**
 * The service that someone has to use because their school has closed its passwords; undefined if they may sign in
 * here. The primary contact always may.
 */
export async function onlyServiceOf(db: Db, userId: string): Promise<OfferedService | undefined> {
  return chosen(db)
    .innerJoin('appUser', 'appUser.customerId', 'customer.id')
    .where('appUser.id', '=', userId)
    .where('appUser.role', '!=', 'primary-contact')
    .where('schoolSignIn.passwords', '=', false)
    .select(['signInService.id', 'signInService.name', 'signInService.preset', 'signInService.kind'])
    .executeTakeFirst()
}

/** The name of the service that a school's people have to use, apart from its primary contact. */
export async function onlyServiceOfSchool(db: Db, customerId: string): Promise<string | undefined> {
  const found = await chosen(db)
    .where('schoolSignIn.customerId', '=', customerId)
    .where('schoolSignIn.passwords', '=', false)
    .select('signInService.name')
    .executeTakeFirst()
  return found?.name
}

/** Schools with the service that they chose, if it is on. */
const chosen = (db: Db) =>
  db
    .selectFrom('schoolSignIn')
    .innerJoin('signInService', 'signInService.id', 'schoolSignIn.serviceId')
    .innerJoin('customer', 'customer.id', 'schoolSignIn.customerId')
    .where('signInService.enabled', '=', true)
    .where((row) =>
      row.or([
        row('signInService.customerId', 'is', null),
        row('signInService.customerId', '=', row.ref('schoolSignIn.customerId')),
      ]),
    )

/** Whether this service signs in people of this school, or the provider's own (null). */
export async function signsIn(db: Db, service: Service, customerId: string | null): Promise<boolean> {
  if (customerId === null) return service.forProvider && service.customerId === null
  const found = await chosen(db)
    .where('schoolSignIn.serviceId', '=', service.id)
    .where('schoolSignIn.customerId', '=', customerId)
    .select('schoolSignIn.customerId')
    .executeTakeFirst()
  return found !== undefined
}

/** The school that chose this service and has this address's domain. */
export const schoolOfDomain = (db: Db, service: Service, email: string) =>
  chosen(db)
    .where('schoolSignIn.serviceId', '=', service.id)
    .where('schoolSignIn.domain', 'in', domainsAbove(hostOf(email)))
    .whereRef('schoolSignIn.domain', '=', 'customer.emailDomain')
    .select(['customer.id as customerId', 'schoolSignIn.joining'])
    .executeTakeFirst()

/** The school whose people with this address may join through this service, and as what. */
export async function schoolToJoin(db: Db, service: Service, email: string) {
  const found = await schoolOfDomain(db, service, email)
  return found && found.joining !== 'nobody' ? { customerId: found.customerId, role: found.joining } : undefined
}

/** Whether another school's people are recognised by this domain, one above or one below. */
export async function isClaimedByOther(db: Db, customerId: string, domain: string): Promise<boolean> {
  if (domain === '') return false
  const claims = await db
    .selectFrom('schoolSignIn')
    .where('customerId', '!=', customerId)
    .where('domain', 'is not', null)
    .select('domain')
    .execute()
  return claims.some((claim) => overlap(claim.domain!, domain))
}
