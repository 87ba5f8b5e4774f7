import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { valueWithin } from '#kit/server/load/value-within.ts'
import type { ServiceName, ServiceState } from '../contract.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>
type Status = { checkedDate: string; services: ServiceState[] }

/** Many people look at the status at once when something fails. */
const cacheMs = 10_000
const usualTimeoutMs = 3000
/** Files and mails that have waited longer than this are late. */
const lateMs = 30 * 60_000

/**
 * Checks the services when someone asks, at most every ten seconds. A fault's beginning is when its first check failed,
 * or when the oldest late file or mail was requested.
 */
export function watchServices(app: Needs, timeoutMs = usualTimeoutMs): () => Promise<Status> {
  const failingSince = new Map<ServiceName, Date>()
  let last: { at: number; status: Promise<Status> } | undefined

  const stateOf = (name: ServiceName, result: boolean | Date): ServiceState => {
    if (result === true) failingSince.delete(name)
    else if (result instanceof Date) failingSince.set(name, result)
    else if (!failingSince.has(name)) failingSince.set(name, app.clock())
    return { name, works: result === true, sinceDate: failingSince.get(name)?.toISOString() ?? null }
  }
  /** False if it fails or takes too long. */
  const answers = async (look: Promise<boolean | Date>): Promise<boolean | Date> =>
    (await valueWithin(look, timeoutMs)) ?? false

  const check = async (now: Date): Promise<Status> => {
    const late = new Date(now.getTime() - lateMs)
    const [catalogue, accounts, downloads, mails] = await Promise.all([
      answers(app.catalogue.stats().then(() => true)),
      answers(sql`select 1`.execute(app.db).then(() => true)),
      answers(oldestDownload(app, late)),
      answers(oldestMail(app, late)),
    ])
    return {
      checkedDate: now.toISOString(),
      services: [
        stateOf('catalogue', catalogue),
        stateOf('accounts', accounts),
        stateOf('downloads', downloads),
        stateOf('mails', mails),
      ],
    }
  }
  return () => {
    const now = app.clock()
    const age = last ? now.getTime() - last.at : Number.POSITIVE_INFINITY
    if (age < 0 || age >= cacheMs) last = { at: now.getTime(), status: check(now) }
    return last!.status
  }
}

/** True if none is late. */
async function oldestDownload({ db }: Needs, late: Date): Promise<true | Date> {
  const row = await db
    .selectFrom('downloadRequest')
    .where('status', 'in', ['PROCESSING', 'SCHEDULED'])
    .where('makingSince', '<', late)
    .select('makingSince')
    .orderBy('makingSince')
    .executeTakeFirst()
  return row?.makingSince ?? true
}

/** While others are sent, a late mail is its mailbox's fault. */
async function oldestMail({ db }: Needs, late: Date): Promise<true | Date> {
  const row = await db
    .selectFrom('outgoingMail')
    .where('state', 'in', ['WAITING', 'LATER'])
    .where('createdAt', '<', late)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outgoingMail as sent')
            .where('sent.state', '=', 'SENT')
            .where('sent.sentAt', '>=', late)
            .select('sent.id'),
        ),
      ),
    )
    .select('createdAt')
    .orderBy('createdAt')
    .executeTakeFirst()
  return row?.createdAt ?? true
}
