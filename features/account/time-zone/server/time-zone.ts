import type { App, Db } from '#app/app.ts'
import { type Clock, type Day, dayIn, type Zone } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { noRecall } from '#kit/server/memory/recall.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { zoneOfAddress, zoneOfSchool } from '../rules.ts'

/** `recall` reads from memory, so not within a transaction. */
type Part = Pick<App, 'db' | 'clock'> & Partial<Pick<App, 'recall'>>

const locationOf = (db: Db, customerId: string) =>
  db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select(['timeZone', 'state', 'country', 'name'])
    .executeTakeFirstOrThrow()

/** Zone of a school's screens and files; for others the provider's. */
export async function schoolZone(
  { db, clock, recall = noRecall.recall }: Part,
  customerId: string | null,
): Promise<Zone> {
  if (customerId === null) return clock.zone
  const read = async () => ({ of: [customerId], value: await locationOf(db, customerId) })
  return zoneOfSchool((await recall(`location ${customerId}`, read))!, clock.zone)
}

/** The school's day, of now or of an instant. */
export const schoolDay = async (app: Part, customerId: string | null, at = app.clock()): Promise<Day> =>
  dayIn(await schoolZone(app, customerId), at)

export async function readSchoolTimeZone({ db, clock }: Pick<App, 'db' | 'clock'>, customerId: string) {
  const school = await locationOf(db, customerId)
  return { timeZone: school.timeZone, usual: zoneOfAddress(school, clock.zone) }
}

export async function chooseTimeZone(
  { db, clock }: { db: Db; clock: Clock },
  { customerId, userId }: SchoolCaller,
  timeZone: Zone | null,
) {
  await db.transaction().execute(async (tx) => {
    const { name: subject, timeZone: former } = await locationOf(tx, customerId)
    if (former === timeZone) return
    await tx.updateTable('customer').set({ timeZone }).where('id', '=', customerId).execute()
    const changed = { before: { timeZone: former }, after: { timeZone } }
    await recordAudit(tx, { now: clock(), customerId, userId, action: 'time_zone_changed', subject, ...changed })
  })
  return readSchoolTimeZone({ db, clock }, customerId)
}
