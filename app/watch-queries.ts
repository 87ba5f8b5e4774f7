import type { Metrics } from '#kit/server/metrics.ts'
import type { Traces } from '#kit/server/traces.ts'

/** A statement that is over: its text with `$1` in the place of values, and how long it took. */
export type Query = { sql: string; ms: number; error?: unknown }

const longest = 1000

export const watchQueries =
  ({ metrics, traces }: { metrics: Metrics; traces: Traces }) =>
  ({ sql, ms, error }: Query) => {
    metrics.queries.observe({ outcome: error === undefined ? 'ok' : 'failed' }, ms / 1000)
    const about = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longest) }
    traces.tell(queryName(sql), about, ms, error)
  }

/** As `select app_user`: what is done, and the table that it is done to first. */
export function queryName(sql: string): string {
  const [, verb = 'sql'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([\w.]+)/i.exec(sql) ?? []
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase()
}
