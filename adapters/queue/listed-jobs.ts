import type { OpenDatabase } from '#adapters/database/database.ts'
import { mapOf } from '#kit/map-of.ts'
import type { JobState, UnfinishedJob } from '#kit/server/jobs.ts'

type Row = {
  id: string
  name: string
  state: string
  retry_count: number
  data: Record<string, unknown> | null
  output: unknown
  created_on: Date
  next_on: Date
}

const stateOf = mapOf<JobState>({ created: 'waiting', retry: 'again', active: 'working', failed: 'failed' })
const storedAs = new Map([...stateOf].map(([stored, state]) => [state, stored]))

/** Excludes pg-boss's internal queues and the dead-letter queues. */
const ours = `name not like '\\_\\_pgboss\\_\\_%' and name not like '%.failed'`
const columns = `id, name, state::text, retry_count, data, output, created_on,
  coalesce(completed_on, started_on, start_after) as next_on`

export async function listJobs(
  { jobs }: Pick<OpenDatabase, 'jobs'>,
  { state, from, count }: { state?: JobState | undefined; from: number; count: number },
): Promise<{ jobs: UnfinishedJob[]; total: number }> {
  const states = state ? [storedAs.get(state)] : [...stateOf.keys()]
  const found = `from pgboss.job where state::text = any($1) and ${ours}`
  const { rows: totals } = await jobs.executeSql(`select count(*)::int as total ${found}`, [states])
  const { rows } = await jobs.executeSql(`select ${columns} ${found} order by created_on desc, id limit $2 offset $3`, [
    states,
    count,
    from,
  ])
  return { total: (totals as { total: number }[])[0]!.total, jobs: (rows as Row[]).map(unfinishedJob) }
}

export async function countJobs({ jobs }: Pick<OpenDatabase, 'jobs'>) {
  const { rows } = await jobs.executeSql(
    `select name, state::text, count(*)::int as count, min(start_after) as due
      from pgboss.job where state::text = any($1) and ${ours} group by name, state`,
    [[...stateOf.keys()]],
  )
  return (rows as { name: string; state: string; count: number; due: Date }[]).map(({ name, state, count, due }) => ({
    name,
    state: stateOf.get(state)!,
    count,
    dueAt: new Date(due),
  }))
}

export async function findJob({ jobs }: Pick<OpenDatabase, 'jobs'>, id: string): Promise<UnfinishedJob | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const { rows } = await jobs.executeSql(
    `select ${columns} from pgboss.job where id = $1 and state::text = any($2) and ${ours}`,
    [id, [...stateOf.keys()]],
  )
  const [row] = rows as Row[]
  return row && unfinishedJob(row)
}

const unfinishedJob = (row: Row): UnfinishedJob => ({
  id: row.id,
  name: row.name,
  state: stateOf.get(row.state)!,
  tries: row.retry_count + (row.state === 'created' || row.state === 'retry' ? 0 : 1),
  data: withoutMark(row.data ?? {}),
  reason: row.state === 'created' ? '' : reasonOf(row.output),
  createdAt: new Date(row.created_on),
  nextAt: new Date(row.next_on),
})

/** See `leftBy` in run-job.ts. */
const withoutMark = ({ traceparent: _, ...data }: Record<string, unknown>) => data

/** The message of a failed attempt, without the stack trace. */
function reasonOf(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ''
  const { message, reason, value } = output as Record<string, unknown>
  const text = [message, reason, value].find((each) => typeof each === 'string') as string | undefined
  return (text ?? '').split('\n')[0]!.slice(0, 300)
}
