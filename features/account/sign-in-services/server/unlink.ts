import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { type deskServicesApi, signInServiceProblem } from '../contract.ts'
import type { schoolSignInApi } from '../school-contract.ts'
import { type Service, serviceOf } from './sign-in-services.ts'

type Part = Pick<App, 'db' | 'clock'>
type Unlinked = { response: { people: number } }

/** For the service that the caller's school chose. */
export async function unlinkAtSchool(
  app: Part,
  caller: SchoolCaller,
  { username }: Input<typeof schoolSignInApi.unlinkPeople>,
): Promise<Unlinked> {
  const { customerId } = caller
  return app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('schoolSignIn')
      .where('customerId', '=', customerId)
      .select('serviceId')
      .executeTakeFirst()
    const service = row?.serviceId ? await serviceOf(tx, row.serviceId) : undefined
    if (!service) throw signInServiceProblem('service_needed')
    return unlink(tx, app.clock(), caller, service, { customerId, username })
  })
}

export async function unlinkAtDesk(
  app: Part,
  caller: Caller,
  { id, username }: Input<typeof deskServicesApi.unlinkFromService>,
): Promise<Unlinked> {
  return app.db.transaction().execute(async (tx) => {
    const service = await serviceOf(tx, id)
    if (!service) throw signInServiceProblem('service_not_found')
    return unlink(tx, app.clock(), caller, service, { username })
  })
}

/**
 * The service no longer knows these people: their confirmed address links them again at the next sign-in. `username`: or
 * the email address of one person; without it everyone. The sessions that the service began end.
 */
async function unlink(
  tx: Db,
  now: Date,
  { userId: callerId }: Caller,
  service: Service,
  { customerId, username }: { customerId?: string; username?: string | undefined },
): Promise<Unlinked> {
  const name = username?.toLowerCase()
  const people = await tx
    .selectFrom('signInLink')
    .innerJoin('appUser', 'appUser.id', 'signInLink.userId')
    .where('signInLink.serviceId', '=', service.id)
    .$if(customerId !== undefined, (query) => query.where('appUser.customerId', '=', customerId!))
    .$if(name !== undefined, (query) =>
      query.where((row) => row.or([row(sql`lower(username)`, '=', name!), row(sql`lower(email)`, '=', name!)])),
    )
    .select(['appUser.id', 'appUser.customerId', 'appUser.username'])
    .distinct()
    .execute()
  if (people.length === 0)
    throw signInServiceProblem('nobody_linked', name === undefined ? {} : { errors: { username: [nobodyOfThatName] } })
  const ids = people.map(({ id }) => id)
  await tx.deleteFrom('signInLink').where('serviceId', '=', service.id).where('userId', 'in', ids).execute()
  await tx.deleteFrom('session').where('serviceId', '=', service.id).where('userId', 'in', ids).execute()
  const schools = Map.groupBy(people, (person) => person.customerId)
  for (const [school, ofSchool] of schools) {
    const subject = name === undefined ? service.name : ofSchool[0]!.username
    const after = { service: service.name, people: ofSchool.length }
    await recordAudit(tx, {
      ...{ now, customerId: school, userId: callerId, action: 'sign_in_unlinked', subject, after },
    })
  }
  return { response: { people: people.length } }
}

const nobodyOfThatName = 'No one with this username or email address is linked to this service.'
