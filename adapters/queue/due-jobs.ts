import type { OpenDatabase } from '#adapters/database/database.ts'

/** While a job runs its process may die, and after an error the next look may succeed, ms. */
const soonMs = 2000

/**
 * Looks for jobs whose time has come: delayed jobs, retries, and those whose notification was lost. One query for all
 * queues; it also says when the next job is due, so the time between two looks matters only for what other processes
 * delay.
 */
export function watchDueJobs(
  { jobs }: OpenDatabase,
  on: { names: () => string[]; due: (name: string) => void; failed: (error: unknown) => void; everyMs: number },
) {
  let timer: NodeJS.Timeout | undefined
  let lookAt = Number.POSITIVE_INFINITY
  let looking = Promise.resolve()
  let ended = false

  const lookWithin = (ms: number) => {
    const at = performance.now() + ms
    if (ended || at >= lookAt) return
    lookAt = at
    clearTimeout(timer)
    timer = setTimeout(() => {
      lookAt = Number.POSITIVE_INFINITY
      looking = looking.then(look)
    }, ms).unref()
  }
  const look = async () => {
    const names = on.names()
    if (ended || names.length === 0) return
    try {
      const { rows } = await jobs.executeSql(
        `select name, 0 as ms from unnest($1::text[]) name where exists (
          select from pgboss.job j
          where j.name = name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
        )
        union all
        select '', ceil(extract(epoch from min(start_after) - pgboss.job_now()) * 1000)::float8 from pgboss.job
        where name = any($1) and state < 'active' and not blocked and start_after > pgboss.job_now()
        union all
        select '', ${soonMs} where exists (select from pgboss.job where name = any($1) and state = 'active')`,
        [names],
      )
      lookWithin(on.everyMs)
      for (const { name, ms } of rows as { name: string; ms: number | null }[])
        if (name) on.due(name)
        else if (ms !== null) lookWithin(ms)
    } catch (error) {
      on.failed(error)
      lookWithin(Math.min(on.everyMs, soonMs))
    }
  }
  return {
    /** Looks at the latest in this time. */
    lookWithin,
    end: () => {
      ended = true
      clearTimeout(timer)
      return looking
    },
  }
}
