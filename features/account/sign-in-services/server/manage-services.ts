import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type deskServicesApi, type SignInService, signInServiceProblem } from '../contract.ts'
import { callbackPathOf, samlPathsOf, serviceErrors, servicesAtMost } from '../rules.ts'
import { aboutCertificate, asPem } from './saml-metadata.ts'
import { keepSecret, type Service, serviceOf } from './sign-in-services.ts'

type Part = Pick<App, 'db' | 'clock' | 'secretKey' | 'env'>
type One = { response: SignInService }

const linesOf = (db: Db) =>
  db
    .selectFrom('signInService')
    .leftJoin('customer', 'customer.id', 'signInService.customerId')
    .leftJoin('signInSecret', 'signInSecret.serviceId', 'signInService.id')
    .selectAll('signInService')
    .select(['customer.name as organisation', sql<boolean>`sign_in_secret.secret is not null`.as('hasSecret')])
    .select([
      sql<number>`(select count(*)::int from school_sign_in s where s.service_id = sign_in_service.id)`.as('schools'),
      sql<number>`(select count(distinct user_id)::int from sign_in_link l where l.service_id = sign_in_service.id)`.as(
        'people',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number]

const lineOf = ({ env }: Pick<App, 'env'>, row: Row): SignInService => ({
  ...row,
  organisation: row.organisation ?? '',
  callbackUrl: env.publicUrl + (row.kind === 'saml' ? samlPathsOf(row.id).answer : callbackPathOf(row.id)),
  certificatesExpire:
    row.certificates
      .map((pem) => aboutCertificate(pem).expiresDate)
      .sort()
      .at(-1) ?? null,
})

export async function listServices(app: Pick<App, 'db' | 'env'>): Promise<{ response: SignInService[] }> {
  const rows = await linesOf(app.db)
    .orderBy((row) => row.fn('lower', ['signInService.name']))
    .orderBy('signInService.id')
    .execute()
  return { response: rows.map((row) => lineOf(app, row)) }
}

const one = async (app: Part, tx: Db, id: string): Promise<One> => ({
  response: lineOf(app, await linesOf(tx).where('signInService.id', '=', id).executeTakeFirstOrThrow()),
})

export async function addService(
  app: Part,
  caller: Caller,
  { clientSecret = '', ...given }: Input<typeof deskServicesApi.addSignInService>,
): Promise<One> {
  const now = app.clock()
  const added = { ...given, issuer: given.issuer.trim(), certificates: readable(given.certificates) }
  refuseFaulty(app, added, clientSecret !== '')
  return app.db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('signInService')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= servicesAtMost) throw signInServiceProblem('too_many_services')
    if (added.customerId !== null) await refuseUnknown(tx, added.customerId)
    const made = await tx
      .insertInto('signInService')
      .values({ ...added, enabled: true, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made)
      throw signInServiceProblem('service_exists', { errors: { id: ['Another sign-in service already has this ID.'] } })
    if (clientSecret !== '') await keepSecret(tx, app, added.id, clientSecret)
    await audit(tx, now, caller, 'sign_in_service_added', added, { after: auditOf(added) })
    return one(app, tx, added.id)
  })
}

export async function changeService(
  app: Part,
  caller: Caller,
  { id, clientSecret = '', ...change }: Input<typeof deskServicesApi.changeSignInService>,
): Promise<One> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const before = await held(tx, id)
    const set = {
      name: change.name ?? before.name,
      issuer: change.issuer ?? before.issuer,
      clientId: change.clientId ?? before.clientId,
      signOnUrl: change.signOnUrl ?? before.signOnUrl,
      certificates: change.certificates ? readable(change.certificates) : before.certificates,
      trustsAddresses: change.trustsAddresses ?? before.trustsAddresses,
      forProvider: change.forProvider ?? before.forProvider,
      enabled: change.enabled ?? before.enabled,
      updatedAt: now,
    }
    const after = { ...before, ...set }
    const { hasSecret } = await linesOf(tx).where('signInService.id', '=', id).executeTakeFirstOrThrow()
    refuseFaulty(app, after, hasSecret || clientSecret !== '')
    await tx.updateTable('signInService').set(set).where('id', '=', id).execute()
    if (clientSecret !== '') await keepSecret(tx, app, id, clientSecret)
    if (!after.enabled) await tx.deleteFrom('session').where('serviceId', '=', id).execute()
    const changed = difference(
      { ...auditOf(before), secret: '' },
      { ...auditOf(after), secret: clientSecret === '' ? '' : 'replaced' },
    )
    if (changed) await audit(tx, now, caller, 'sign_in_service_changed', after, changed)
    return one(app, tx, id)
  })
}

/** Removes a service with its links and the sessions that it started. */
export async function removeService({ db, clock }: Part, caller: Caller, id: string): Promise<Record<never, never>> {
  await db.transaction().execute(async (tx) => {
    const before = await held(tx, id)
    await tx.deleteFrom('signInService').where('id', '=', id).execute()
    await audit(tx, clock(), caller, 'sign_in_service_removed', before, { before: auditOf(before) })
  })
  return {}
}

async function held(tx: Db, id: string): Promise<Service> {
  await tx.selectFrom('signInService').select('id').where('id', '=', id).forUpdate().execute()
  const service = await serviceOf(tx, id)
  if (!service) throw signInServiceProblem('service_not_found')
  return service
}

function refuseFaulty({ env }: Part, service: Parameters<typeof serviceErrors>[0], hasSecret: boolean) {
  const faults = Object.entries(serviceErrors(service, hasSecret, env.publicUrl))
  const errors = faults.map(([name, sentence]) => [name, [sentence]])
  if (errors.length > 0) throw signInServiceProblem('service_incomplete', { errors: Object.fromEntries(errors) })
}

/** The certificates as PEM, without duplicates. */
function readable(certificates: string[]): string[] {
  try {
    return [...new Set(certificates.map(asPem))]
  } catch (error) {
    throw signInServiceProblem('service_incomplete', { errors: { certificates: [(error as Error).message] } })
  }
}

async function refuseUnknown(tx: Db, customerId: string) {
  const found = await tx.selectFrom('customer').where('id', '=', customerId).select('id').executeTakeFirst()
  if (!found)
    throw signInServiceProblem('organisation_not_found', { errors: { customerId: ['Please choose it again.'] } })
}

/** A certificate is public, but too long for the log. */
const auditOf = ({
  kind,
  name,
  issuer,
  clientId,
  signOnUrl,
  certificates,
  trustsAddresses,
  forProvider,
  enabled = true,
}: Pick<
  Service,
  'kind' | 'name' | 'issuer' | 'clientId' | 'signOnUrl' | 'certificates' | 'trustsAddresses' | 'forProvider'
> & {
  enabled?: boolean
}) => ({
  ...{ kind, name, issuer, clientId, signOnUrl, trustsAddresses, forProvider, enabled },
  certificates: certificates.length,
})

const audit = (
  tx: Db,
  now: Date,
  { userId }: Caller,
  action: string,
  { name: subject, customerId }: Pick<Service, 'name' | 'customerId'>,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) => recordAudit(tx, { now, customerId, userId, action, subject, ...change })
