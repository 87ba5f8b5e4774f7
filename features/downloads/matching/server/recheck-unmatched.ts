import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { readSettings } from '#features/school/settings/server/settings.ts'
import { businessDay, type Clock, dayAfter, startOfDay } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { filesBy, keepRequest, type NewRequest } from '../../server/keep-request.ts'
import { findRequester, type Requester, subscribes } from '../../server/requester.ts'
import { followUpName } from './found-later.ts'
import { foundLaterMail } from './found-later-mail.ts'
import { matchIdentifiers } from './match-identifiers.ts'
import { type NewlyFound, newlyFound, uniqueOf } from './newly-found.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'env'>

/**
 * Tries one person's unmatched identifiers again. The matches become a new request, since the file of the old one may
 * have been imported long ago; the old one links to it. The announcement is recorded in the transaction that queues the
 * mail: however often the job is retried, each identifier is announced once.
 */
export const recheckForPerson = job({
  name: 'downloads.look-again-for-person',
  data: z.object({ userId: z.string() }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { userId }, signal) {
    const { db, clock } = app
    const person = await findRequester(db, userId)
    if (!person || !(await subscribes(db, person.customerId, businessDay(clock)))) return
    while (await recheckOnce(app, person, signal)) signal.throwIfAborted()
  },
})

/** Once a day, for everyone whose school wants unmatched identifiers to be tried again. */
const recheckUnmatched = job({
  name: 'downloads.look-again',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 4,
  cron: '45 4 * * *',
  async run({ db, queue, clock }: Pick<App, 'db' | 'queue' | 'clock'>, _, signal) {
    const customers = await db.selectFrom('customerSettings').select('customerId').execute()
    for (const { customerId } of customers) {
      signal.throwIfAborted()
      const since = firstDay((await readSettings(db, customerId)).checkUnmatchedRecordsDays, clock)
      if (!since) continue
      const people = await db
        .selectFrom('downloadRequest')
        .select('userId')
        .distinct()
        .where('customerId', '=', customerId)
        .where('unmatchedCount', '>', 0)
        .where('createdAt', '>=', since)
        .execute()
      for (const { userId } of people) await queue.enqueue(recheckForPerson, { userId })
    }
  },
})

export const recheckJobs = [recheckForPerson, recheckUnmatched]

/** The start of the first day whose requests are still tried: with 0 days, of today. */
function firstDay(days: number, clock: Clock): Date | undefined {
  if (days < 0) return undefined
  return startOfDay(clock.zone, dayAfter(businessDay(clock), -days))
}

/** Returns false once there is nothing to announce. */
async function recheckOnce(app: Needs, person: Requester, signal: AbortSignal): Promise<boolean> {
  const { db, catalogue, clock } = app
  const settings = await readSettings(db, person.customerId)
  const days = settings.checkUnmatchedRecordsDays
  const since = firstDay(days, clock)
  if (!since) return false
  const found = await newlyFound({ db, catalogue }, person, since, signal)
  if (found.length === 0) return false
  const requested = uniqueOf(found.flatMap((each) => each.requested))
  const matches = await matchIdentifiers(catalogue, requested, settings.isbnDuplicateHandling)
  const on = await schoolDay(app, person.customerId)
  const contents = new Set(found.map(({ request }) => request.content))
  const request: NewRequest = {
    type: 'IDENTIFIERS',
    name: followUpName(on),
    identities: requested.map(({ identifier }) => identifier),
    ...filesBy(settings, contents.size === 1 ? [...contents][0] : undefined),
    ...matches,
  }
  const mailOf = await foundLaterMail(app, found, days)
  await db.transaction().execute(async (tx) => {
    // Another run was faster: this one starts over.
    if (await changedMeanwhile(tx, found)) return
    const requestId = await keepRequest(app, tx, person, request)
    await storeNotices(tx, found, { on, requestId })
    if (person.to !== undefined) await enqueueMail(app, { to: person.to, ...mailOf(requestId) }, tx)
  })
  return true
}

/** Locks the requests until the transaction ends. */
async function changedMeanwhile(tx: Db, found: NewlyFound[]): Promise<boolean> {
  const rows = await tx
    .selectFrom('downloadRequest')
    .select(['id', 'foundLater'])
    .where(
      'id',
      'in',
      found.map(({ request }) => request.id),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const notices = new Map(rows.map(({ id, foundLater }) => [id, foundLater.length]))
  return found.some(({ request }) => notices.get(request.id) !== request.foundLater.length)
}

async function storeNotices(tx: Db, found: NewlyFound[], notice: { on: string; requestId: string }) {
  for (const { request, requested } of found)
    await tx
      .updateTable('downloadRequest')
      .set({
        foundLater: JSON.stringify([
          ...request.foundLater,
          { ...notice, identifiers: requested.map(({ identifier }) => identifier) },
        ]),
      })
      .where('id', '=', request.id)
      .execute()
}
