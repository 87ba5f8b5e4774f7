import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { schoolZone } from '#features/account/time-zone/server/time-zone.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { type Day, dayIn, startOfDay, writtenDay, type Zone } from '#kit/day.ts'
import { type Fingerprints, know, markDownloaded } from '../../changed-records/server/record-fingerprints.ts'
import { maxIdentities, type Protocol } from '../../contract.ts'
import { addKeys } from '../../files/server/request-keys.ts'
import { namedAs } from '../../server/request-name.ts'
import { begin } from '../../server/state.ts'

/** Records that the school's library system has taken. */
export type Taken = { customerId: string; protocol: Protocol; prints: Fingerprints }

/**
 * They count as downloaded, and My downloads lists them as one request for each protocol and day; a further one
 * begins when it is full.
 */
export async function recordTaken({ db, clock }: Pick<App, 'db' | 'clock'>, taken: Taken): Promise<void> {
  const { customerId, prints } = taken
  const now = clock()
  await know(db, prints)
  await db.transaction().execute(async (tx) => {
    // Two at once would each begin a request of this day.
    await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
    const zone = await schoolZone({ db: tx, clock }, customerId)
    const today = dayIn(zone, now)
    const known = await todaysRequests(tx, taken, today, zone)
    const listed = new Set(known.flatMap(({ matched }) => matched))
    let fresh = [...prints.records.keys()].filter((id) => !listed.has(id))
    const open = known.find(({ matched }) => matched.length < maxIdentities)
    if (open) {
      const added = fresh.slice(0, maxIdentities - open.matched.length)
      await addRecords(tx, open, added)
      fresh = fresh.slice(added.length)
    }
    let last = open?.id ?? known[0]?.id
    for (; fresh.length > 0; fresh = fresh.slice(maxIdentities))
      last = await beginRequest(tx, taken, fresh.slice(0, maxIdentities), { now, today })
    await markDownloaded(tx, { customerId, requestId: last ?? null }, [...prints.records.values()], now)
  })
}

type Request = { id: string; matched: RecordId[] }

/** The newest first. */
const todaysRequests = (tx: Db, { customerId, protocol }: Taken, today: Day, zone: Zone): Promise<Request[]> =>
  tx
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .where('createdAt', '>=', startOfDay(zone, today))
    .where('type', '=', 'LIBRARY_SYSTEM')
    .where(sql`asked ->> 'protocol'`, '=', protocol)
    .select(['id', 'matched'])
    .orderBy('createdAt', 'desc')
    .execute()

async function addRecords(tx: Db, { id, matched }: Request, added: RecordId[]) {
  if (added.length === 0) return
  const ids = JSON.stringify([...matched, ...added])
  await tx.updateTable('downloadRequest').set({ identities: ids, matched: ids }).where('id', '=', id).execute()
  await addKeys(tx, id, added)
}

async function beginRequest(
  tx: Db,
  { customerId, protocol }: Taken,
  ids: RecordId[],
  { now, today }: { now: Date; today: Day },
) {
  const id = randomUUID()
  await tx
    .insertInto('downloadRequest')
    .values({
      ...begin(false, now),
      ...namedAs(`${protocol}, ${writtenDay(today)}`),
      id,
      customerId,
      userId: await userOf(tx, customerId),
      type: 'LIBRARY_SYSTEM',
      content: 'DATA_ONLY',
      fileFormat: 'MARC_21',
      identities: JSON.stringify(ids),
      matched: JSON.stringify(ids),
      unmatched: '[]',
      choices: '[]',
      messages: '[]',
      chosen: '[]',
      removed: '[]',
      foundLater: '[]',
      asked: JSON.stringify({ protocol }),
      downloadedAt: now,
    })
    .execute()
  await addKeys(tx, id, ids)
  return id
}

/** The person that the request belongs to: the one who made the password, or the primary contact. */
async function userOf(tx: Db, customerId: string): Promise<string> {
  const { id } = await tx
    .selectFrom('appUser')
    .leftJoin('z3950Login', 'z3950Login.resetBy', 'appUser.id')
    .where('appUser.customerId', '=', customerId)
    .select('appUser.id')
    .orderBy(sql`reset_by is null, role <> 'primary-contact', app_user.id`)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
