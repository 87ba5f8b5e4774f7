import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { downloadFigures } from '#features/downloads/desk-figures/server/desk-figures.ts'
import { overdueRequests, queueCount, requestFigures } from '#features/requests/desk-figures/server/desk-figures.ts'
import { heldPayments, shopCounts } from '#features/shop/desk-figures/server/desk-figures.ts'
import { businessDay, dayMs } from '#kit/day.ts'
import { serve } from '#kit/server/serve.ts'
import { endsWithoutLaterTerm, trialEndsSoon } from '../../server/subscriptions.ts'
import { type DeskCounts, type DeskHome, deskHomeApi } from '../contract.ts'

/** Lines of each list on the desk's overview. */
const mostLines = 5

type Needs = Pick<App, 'db' | 'clock' | 'unfinishedJobs'>

/** Composes the counts and lists of the features. */
export const deskHomeRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, deskHomeApi, {
    deskCounts: async () => ({ response: await deskCounts(app) }),
    deskHome: async () => ({ response: await deskHome(app) }),
  })

async function deskCounts({ db, clock, unfinishedJobs }: Needs): Promise<DeskCounts> {
  const { total } = await unfinishedJobs.list({ state: 'failed', from: 0, count: 0 })
  return { queue: await queueCount(db), ...(await shopCounts(db, businessDay(clock))), failedJobs: total }
}

async function deskHome(app: Needs): Promise<DeskHome> {
  const { db, clock, unfinishedJobs } = app
  const today = businessDay(clock)
  const now = clock().getTime()
  const weeks = { latest: new Date(now - 7 * dayMs), before: new Date(now - 14 * dayMs) }
  const { jobs, total } = await unfinishedJobs.list({ state: 'failed', from: 0, count: mostLines })
  return {
    figures: { ...(await requestFigures(db, weeks)), downloads: await downloadFigures(db, weeks) },
    ...(await overdueRequests(app, mostLines)),
    trials: await nextToEnd(db, trialEndsSoon(today)),
    renewals: await nextToEnd(db, endsWithoutLaterTerm(today)),
    payments: await heldPayments(db, mostLines),
    failedJobs: {
      total,
      lines: jobs.map(({ id, name, reason, nextAt }) => ({ id, name, reason, failedDate: nextAt.toISOString() })),
    },
  }
}

async function nextToEnd(db: Db, ends: RawBuilder<boolean>): Promise<DeskHome['trials']> {
  const { rows } = await sql<DeskHome['trials']['lines'][number] & { total: number }>`
    select subscription.id, customer_id as "customerId", name as organisation, product_name as product,
      to_char(ends_on, 'YYYY-MM-DD') as "endDate", (count(*) over ())::int as total
    from subscription join customer on customer.id = subscription.customer_id
    where ${ends} order by ends_on, subscription.id limit ${mostLines}`.execute(db)
  return { total: rows[0]?.total ?? 0, lines: rows.map(({ total: _, ...line }) => line) }
}
