import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { newestMatches } from '#features/catalogue/server/catalogue.ts'
import { leaveMail } from '#features/mail/server/mail.ts'
import { Problem } from '#kit/contract.ts'
import { job } from '#kit/server/jobs.ts'
import { type News, newsMail } from './news-mail.ts'
import { type Reader, readerOf } from './reader.ts'
import { newAmong, type Seen, seenIn } from './seen.ts'
import type { SearchTables } from './tables.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'log' | 'env'>
type Search = Selectable<SearchTables['savedSearch']>
type Look = { search: Search; problem: string; newIds: string[]; seen?: Seen }

/**
 * Looks at one person's searches. What was found counts as known in the same transaction that leaves the mail: however
 * often this is begun anew, each record is told of once.
 */
export const lookForPerson = job({
  name: 'searches.look-for-person',
  data: z.object({ userId: z.string() }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { userId }, signal) {
    const { db, clock } = app
    const reader = await readerOf(db, userId, clock())
    if (!reader) return
    const searches = await db.selectFrom('savedSearch').selectAll().where('userId', '=', userId).execute()
    const looks: Look[] = []
    for (const search of searches) looks.push(await lookAt(app, search, signal))
    await db.transaction().execute(async (within) => {
      const kept = await keepLooks(within, userId, looks, clock())
      await tell(app, within, reader, kept)
    })
  },
})

/** Once a day, for everybody who keeps a search. */
const lookForEverybody = job({
  name: 'searches.look',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 4,
  cron: '30 3 * * *',
  async run({ db, queue }: Pick<App, 'db' | 'queue'>) {
    const people = await db.selectFrom('savedSearch').select('userId').distinct().execute()
    for (const { userId } of people) await queue.enqueue(lookForPerson, { userId })
  },
})

export const searchJobs = [lookForPerson, lookForEverybody]

/** A search that the catalogue no longer understands is left alone, and says so. */
async function lookAt({ db, catalogue, log }: Needs, search: Search, signal: AbortSignal): Promise<Look> {
  try {
    const { matches, all } = await newestMatches(catalogue, search.query, signal)
    const before = await seenBefore(db, search.id)
    return { search, problem: '', newIds: newAmong(matches, before), seen: seenIn(matches, all, before) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    log.warn({ searchId: search.id }, 'saved search is not understood any more')
    return { search, problem: error.messages[0]!, newIds: [] }
  }
}

async function seenBefore(db: Db, searchId: string): Promise<Seen> {
  const row = await db.selectFrom('savedSearchSeen').selectAll().where('searchId', '=', searchId).executeTakeFirst()
  return { ids: row ? JSON.parse(row.ids) : [], upTo: row?.upTo ?? '' }
}

/** Leaves out what was deleted meanwhile, or looked at by another run. */
async function keepLooks(within: Db, userId: string, looks: Look[], now: Date): Promise<Look[]> {
  const current = await within.selectFrom('savedSearch').selectAll().where('userId', '=', userId).forUpdate().execute()
  const byId = new Map(current.map((each) => [each.id, each]))
  const kept: Look[] = []
  for (const look of looks) {
    const search = byId.get(look.search.id)
    if (search?.runs !== look.search.runs) continue
    await within
      .updateTable('savedSearch')
      .set((row) => ({
        newRecords: row('newRecords', '+', look.newIds.length),
        problem: look.problem,
        lastRunAt: now,
        runs: row('runs', '+', 1),
      }))
      .where('id', '=', search.id)
      .execute()
    if (look.seen)
      await within
        .updateTable('savedSearchSeen')
        .set({ ids: JSON.stringify(look.seen.ids), upTo: look.seen.upTo })
        .where('searchId', '=', search.id)
        .execute()
    kept.push({ ...look, search })
  }
  return kept
}

/** One mail for all searches that have news and whose person wants to be told. */
async function tell(app: Needs, within: Db, { to }: Reader, looks: Look[]) {
  const wanted = looks.filter(
    ({ search, problem, newIds }) =>
      search.mail && (newIds.length > 0 || (problem !== search.problem && problem !== '')),
  )
  if (to === undefined || wanted.length === 0) return
  const news: News[] = wanted.map(({ search, problem, newIds }) => ({ ...search, problem, newIds }))
  await leaveMail(app, { to, ...(await newsMail(app, news)) }, within)
}
