import type { App, Db } from '#app/app.ts'
import { addressLines } from '#kit/address-lines.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type Depot, depotProblem } from '../contract.ts'
import { depotsInReach } from '../rules.ts'

/** The depots that a school may post to now; see rules.ts. */
export async function depotsFor(db: Db, customerId: string): Promise<Depot[]> {
  const school = await db
    .selectFrom('customer')
    .select(['id', 'state', 'country'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return depotsInReach(await offered(db), school).map(toDepot)
}

/** A depot that something was posted to, even one that has been withdrawn. */
export async function depotById(db: Db, id: string): Promise<Depot | undefined> {
  const row = await db.selectFrom('depot').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toDepot(row)
}

export async function localDepots(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
  id: string,
): Promise<{ response: Depot[] }> {
  // Another customer's depots are reported as absent, to keep that customer's existence private.
  if (id !== customerId) throw depotProblem('customer_not_found')
  return { response: await depotsFor(db, customerId) }
}

export async function allDepots({ db }: Pick<App, 'db'>, { customerId }: SchoolCaller): Promise<{ response: Depot[] }> {
  const depots = await offered(db)
  return { response: depots.filter((each) => each.customerId === null || each.customerId === customerId).map(toDepot) }
}

const columns = [
  'id',
  'name',
  'streetAddress1',
  'streetAddress2',
  'suburbCity',
  'state',
  'postCode',
  'country',
  'note',
  'customerId',
] as const

const offered = (db: Db) =>
  db.selectFrom('depot').select(columns).where('withdrawnAt', 'is', null).orderBy('name').orderBy('id').execute()

const toDepot = ({ id, name, note, ...address }: Awaited<ReturnType<typeof offered>>[number]): Depot => ({
  id,
  name,
  address: addressLines(address),
  note,
})
