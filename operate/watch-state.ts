import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { OpenDatabase } from '#adapters/database/database.ts'
import type { App } from '#app/app.ts'

const timeoutMs = 2000
/** Lookups within this time share one result. */
const freshMs = 2000

type Watched = Pick<App, 'catalogue' | 'headings' | 'db' | 'unfinishedJobs' | 'clock' | 'metrics' | 'log'>
type State = Awaited<ReturnType<typeof look>>

/**
 * Adds current figures to `/metrics`, looked up on request. A service that does not answer within 2 s is omitted, and
 * `portal_reachable` says so, so that monitoring still works.
 */
export function watchState(app: Watched, connections?: OpenDatabase['connections']): void {
  const registers = [app.metrics.registry]
  let last: { at: number; state: Promise<State> } | undefined
  const state = () => {
    const now = app.clock().getTime()
    // The clock may have been set back.
    if (!last || Math.abs(now - last.at) > freshMs) last = { at: now, state: look(app) }
    return last.state
  }
  const gauge = (
    name: string,
    help: string,
    tell: (set: Gauge['set'], state: State) => void,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const now = await state()
        // Without labels a reset would leave a 0 behind.
        if (labelNames.length === 0) this.remove()
        else this.reset()
        tell(this.set.bind(this) as Gauge['set'], now)
      },
    })
  const alone = (value: number | undefined, set: Gauge['set']) => value !== undefined && set({}, value)

  gauge(
    'portal_reachable',
    '1 if it answers, otherwise 0: database, catalogue, headings',
    (set, { database, catalogue, headings }) => {
      for (const [backend, answer] of Object.entries({ database, catalogue, headings }))
        set({ backend }, answer === undefined ? 0 : 1)
    },
    ['backend'],
  )
  gauge('catalogue_records', 'Bibliographic records', (set, { catalogue }) => alone(catalogue?.records, set))
  gauge('catalogue_generation', 'Version of the catalogue; grows with every load', (set, { catalogue }) =>
    alone(catalogue?.generation, set),
  )
  gauge('headings_records', 'Authority records', (set, { headings }) => alone(headings?.headings, set))
  gauge('headings_generation', 'Version of the authority files', (set, { headings }) =>
    alone(headings?.generation, set),
  )
  gauge(
    'jobs_kept',
    'Unfinished background jobs, by name and state (waiting, again, working, failed)',
    (set, { database }) => {
      for (const { name, state, count } of database?.jobs ?? []) set({ name, state }, count)
    },
    ['name', 'state'],
  )
  gauge(
    'jobs_oldest_seconds',
    'How long the oldest due job has waited',
    (set, { database }) => {
      for (const { name, dueAt, state } of database?.jobs ?? [])
        if (state === 'waiting') set({ name }, Math.max(0, (app.clock().getTime() - dueAt.getTime()) / 1000))
    },
    ['name'],
  )
  gauge(
    'backup_last_timestamp_seconds',
    'When the last backup was made, in seconds since 1970; absent before the first one',
    (set, { database }) => alone(database?.backedUpAt && database.backedUpAt.getTime() / 1000, set),
  )
  gauge('mails_waiting', 'Emails not sent yet', (set, { database }) => alone(database?.mails, set))
  if (!connections) return
  gauge(
    'database_connections',
    'Connections of this process to PostgreSQL: busy, idle, and requests waiting for one',
    (set) => {
      const { open, idle, waiting } = connections()
      for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting })) set({ state }, count)
    },
    ['state'],
  )
  gauge('database_connections_most', 'Maximum number of connections this process opens to PostgreSQL', (set) =>
    set({}, connections().most),
  )
}

async function look({ catalogue, headings, db, unfinishedJobs, log }: Watched) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const late = new Promise<undefined>((give) => timeout.addEventListener('abort', () => give(undefined)))
  const within = <R>(work: Promise<R>) => {
    const answer = work.catch((error: unknown) => {
      log.debug({ err: error }, 'metrics')
      return undefined
    })
    return Promise.race([answer, late])
  }
  const ofDatabase = async () => ({
    jobs: await unfinishedJobs.counts(),
    mails: Number(
      (
        await db
          .selectFrom('outgoingMail')
          .select((row) => row.fn.countAll().as('count'))
          .where('state', 'in', ['WAITING', 'LATER'])
          .executeTakeFirstOrThrow()
      ).count,
    ),
    backedUpAt: (
      await db
        .selectFrom('auditEntry')
        .select('happenedAt')
        .where('action', '=', sql.lit('backup_made'))
        .orderBy('happenedAt', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.happenedAt,
  })
  const [database, ofCatalogue, ofHeadings] = await Promise.all([
    within(ofDatabase()),
    within(catalogue.stats()),
    within(headings.stats()),
  ])
  return { database, catalogue: ofCatalogue, headings: ofHeadings }
}
