import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { downloadsByDay } from '#features/downloads/desk-figures/server/desk-figures.ts'
import { queueCounts, requestFigures } from '#features/requests/desk-figures/server/desk-figures.ts'
import { revenueByMonth, shopCounts } from '#features/shop/desk-figures/server/desk-figures.ts'
import { businessDay, type Day, dayAfter, firstOf } from '#kit/day.ts'
import { serve } from '#kit/server/serve.ts'
import { endsWithoutLaterTerm, listSubscriptions, renewalsAhead } from '../../server/subscriptions.ts'
import { type DeskCounts, deskHomeApi, type RequestFigures } from '../contract.ts'
import { lastDays, lastMonths, lastWeeks } from '../rules.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Composes what the features count; every list has each of its days, weeks or months. */
export const deskHomeRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, deskHomeApi, {
    deskCounts: async () => ({ response: await deskCounts(app) }),
    requestFigures: async () => ({ response: await figuresOfRequests(app) }),
    downloadFigures: async () => {
      const days = lastDays(businessDay(app.clock))
      const found = new Map((await downloadsByDay(app.db, app.clock.zone, days[0]!)).map((each) => [each.day, each]))
      return { response: days.map((day) => found.get(day) ?? { day, requests: 0, records: 0 }) }
    },
    revenueFigures: async () => ({ response: await figuresOfRevenue(app) }),
    renewalFigures: async () => ({ response: await renewalsByWeek(app.db, businessDay(app.clock)) }),
  })

async function deskCounts({ db, clock, unfinishedJobs }: Needs & Pick<App, 'unfinishedJobs'>): Promise<DeskCounts> {
  const trials = await listSubscriptions({ db, clock }, { state: 'ending', type: 'TRIAL', page: 1 })
  const { total } = await unfinishedJobs.list({ state: 'failed', from: 0, count: 0 })
  return {
    ...(await queueCounts(db)),
    ...(await shopCounts(db, businessDay(clock))),
    endingTrials: trials.totalCount,
    failedJobs: total,
  }
}

async function figuresOfRequests({ db, clock }: Needs): Promise<RequestFigures> {
  const today = businessDay(clock)
  const mondays = lastWeeks(today)
  const { week, ...figures } = await requestFigures(db, { zone: clock.zone, from: mondays[0]!, today })
  return { ...figures, weeks: mondays.map((monday) => ({ monday, ...week(monday) })) }
}

/** Every month, for each currency that occurs. */
async function figuresOfRevenue({ db, clock }: Needs) {
  const months = lastMonths(businessDay(clock))
  const found = await revenueByMonth(db, clock.zone, firstOf(months[0]!))
  const currencies = [...new Set(found.map(({ currency }) => currency))].sort()
  return currencies.flatMap((currency) =>
    months.map(
      (month) =>
        found.find((each) => each.month === month && each.currency === currency) ?? {
          month,
          currency,
          paid: 0,
          refunded: 0,
        },
    ),
  )
}

async function renewalsByWeek(db: Db, today: Day) {
  const { rows } = await sql<{ week: number; ending: number }>`
    select (ends_on - ${today}::date) / 7 as week, count(*)::int as ending
    from subscription where ${endsWithoutLaterTerm(today)} group by 1`.execute(db)
  const found = new Map(rows.map(({ week, ending }) => [week, ending]))
  return Array.from({ length: Math.floor(renewalsAhead / 7) + 1 }, (_, week) => ({
    from: dayAfter(today, 7 * week),
    ending: found.get(week) ?? 0,
  }))
}
