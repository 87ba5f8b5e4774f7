import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { newestMatches, recordInMail } from '#features/catalogue/server/catalogue.ts'
import { businessDay, type Day } from '#kit/day.ts'
import { Problem } from '#kit/problem.ts'
import { job } from '#kit/server/jobs.ts'
import { counted } from '#kit/wording.ts'
import { composeMail, enqueueMail, type MailSection, readAddress } from '#platform/mail/server/mail.ts'
import { newAmong, type Seen, seenIn } from './seen.ts'
import type { SearchTables } from './tables.ts'

/** A saved search with its new records, or the reason why it cannot be run. */
type News = { name: string; address: string; problem: string; newIds: string[] }

/** Records of one search that an email names; the others are only counted. */
const maxNamed = 20

async function newsMail(app: Pick<App, 'catalogue' | 'env'>, news: News[]) {
  const sections: MailSection[] = []
  for (const each of news) sections.push(await sectionOf(app, each))
  const [first] = news
  const broken = news.every(({ newIds }) => newIds.length === 0)
  const subject =
    news.length > 1
      ? `Updates for ${news.length} saved searches`
      : broken
        ? `The saved search “${first!.name}” no longer works`
        : `${countOf(first!.newIds)} for “${first!.name}”`
  return composeMail({
    subject,
    heading: subject,
    sections,
    footnote: `You asked us to email you when your saved searches find new records. To pause these emails, go to ${app.env.publicUrl}/savedSearches`,
    providerName: app.env.providerName,
  })
}

async function sectionOf(
  { catalogue, env }: Pick<App, 'catalogue' | 'env'>,
  { name, address, problem, newIds }: News,
): Promise<MailSection> {
  const link = { label: 'Open the search', href: `${env.publicUrl}/discover/results/${address && '?'}${address}` }
  if (problem !== '')
    return { heading: name, intro: ['We can no longer check this search for new records.', problem], link }
  const documents = await catalogue.documents(newIds.slice(0, maxNamed))
  const others = newIds.length > maxNamed ? `. The ${maxNamed} latest are` : ''
  return {
    heading: name,
    intro: [`${countOf(newIds)}${others}:`],
    records: documents.map((document) => recordInMail(document, env.publicUrl)),
    link,
  }
}

const countOf = ({ length }: string[]) => counted(length, 'new record')

/** The owner of the searches; `to` is absent if their address cannot be emailed to. */
type Reader = { to: string | undefined }

/** Undefined if the account is closed or the school does not subscribe: news is for subscribers. */
async function readerOf(db: Db, userId: string, today: Day): Promise<Reader | undefined> {
  const person = await db
    .selectFrom('appUser')
    .innerJoin('subscription', 'subscription.customerId', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .where('disabledAt', 'is', null)
    .where('startsOn', '<=', today)
    .where('endsOn', '>=', today)
    .select('email')
    .executeTakeFirst()
  return person && { to: mailable(person.email) }
}

function mailable(email: string): string | undefined {
  try {
    return readAddress(email)
  } catch {
    return undefined
  }
}

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'log' | 'env'>
type Search = Selectable<SearchTables['savedSearch']>
type Look = { search: Search; problem: string; newIds: string[]; seen?: Seen }

/**
 * Runs one person's searches. The found records are stored in the transaction that queues the mail: however often the
 * job is retried, each record is reported once.
 */
export const findNewsForPerson = job({
  name: 'searches.look-for-person',
  data: z.object({ userId: z.string() }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { userId }, signal) {
    const { db, clock } = app
    const reader = await readerOf(db, userId, businessDay(clock))
    if (!reader) return
    const searches = await db.selectFrom('savedSearch').selectAll().where('userId', '=', userId).execute()
    const looks: Look[] = []
    for (const search of searches) looks.push(await lookAt(app, search, signal))
    await db.transaction().execute(async (tx) => {
      const stored = await keepLooks(tx, userId, looks, clock())
      await tell(app, tx, reader, stored)
    })
  },
})

/** Once a day, for everyone with a saved search. */
const findNewsForAll = job({
  name: 'searches.look',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 4,
  cron: '30 3 * * *',
  async run({ db, queue }: Pick<App, 'db' | 'queue'>) {
    const people = await db.selectFrom('savedSearch').select('userId').distinct().execute()
    for (const { userId } of people) await queue.enqueue(findNewsForPerson, { userId })
  },
})

export const searchJobs = [findNewsForPerson, findNewsForAll]

/** A search that the catalogue no longer understands is skipped and marked. */
async function lookAt({ db, catalogue, log }: Needs, search: Search, signal: AbortSignal): Promise<Look> {
  try {
    const { matches, all } = await newestMatches(catalogue, search.query, signal)
    const before = await seenBefore(db, search.id)
    return { search, problem: '', newIds: newAmong(matches, before), seen: seenIn(matches, all, before) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    log.warn({ searchId: search.id }, 'a saved search no longer works')
    return { search, problem: error.messages[0], newIds: [] }
  }
}

async function seenBefore(db: Db, searchId: string): Promise<Seen> {
  const row = await db.selectFrom('savedSearchSeen').selectAll().where('searchId', '=', searchId).executeTakeFirst()
  return { ids: row ? JSON.parse(row.ids) : [], upTo: row?.upTo ?? '' }
}

/** Omits searches that were deleted meanwhile, or run by another job. */
async function keepLooks(tx: Db, userId: string, looks: Look[], now: Date): Promise<Look[]> {
  const current = await tx.selectFrom('savedSearch').selectAll().where('userId', '=', userId).forUpdate().execute()
  const byId = new Map(current.map((each) => [each.id, each]))
  const stored: Look[] = []
  for (const look of looks) {
    const search = byId.get(look.search.id)
    if (search?.runs !== look.search.runs) continue
    await tx
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
      await tx
        .updateTable('savedSearchSeen')
        .set({ ids: JSON.stringify(look.seen.ids), upTo: look.seen.upTo })
        .where('searchId', '=', search.id)
        .execute()
    stored.push({ ...look, search })
  }
  return stored
}

/** One mail for all searches with new records whose owner wants mail. */
async function tell(app: Needs, tx: Db, { to }: Reader, looks: Look[]) {
  const due = looks.filter(
    ({ search, problem, newIds }) =>
      search.mail && (newIds.length > 0 || (problem !== search.problem && problem !== '')),
  )
  if (to === undefined || due.length === 0) return
  const news: News[] = due.map(({ search, problem, newIds }) => ({ ...search, problem, newIds }))
  await enqueueMail(app, { to, ...(await newsMail(app, news)) }, tx)
}
