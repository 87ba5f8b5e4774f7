import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The catalogue's storage engine. */
export type Engine = 'embedded' | 'opensearch'

/**
 * The contents of `/metrics`: the process, the calls, and the service's work. `jobs`: the names of those that may fail
 * here.
 */
export function openMetrics({ engine = 'embedded', jobs = [] }: { engine?: Engine; jobs?: readonly string[] } = {}) {
  const registry = new Registry()
  const registers = [registry]
  for (const metric of processMetrics()) registry.registerMetric(metric)
  const own = { ...callMetrics(registers), ...workMetrics(registers), ...innerMetrics(registers) }
  beginAtNothing(own, engine, jobs)
  return { registry, engine, overload: countByMinute(), ...own }
}

let ofProcess: Registry | undefined

/** Made once: their observers of the event loop and of garbage collection run until the process ends. */
function processMetrics() {
  if (!ofProcess) {
    ofProcess = new Registry()
    // Milliseconds. Every 10, as usual, would be a quarter of the process's time at rest.
    collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 20 })
  }
  const registry = ofProcess
  return registry.getMetricsAsArray().map(({ name }) => registry.getSingleMetric(name)!)
}

type Own = ReturnType<typeof callMetrics> & ReturnType<typeof workMetrics> & ReturnType<typeof innerMetrics>

/**
 * Starts series at 0: one that starts with its first event shows no increase, and an alert would miss the first
 * failure.
 */
function beginAtNothing(own: Own, engine: Engine, jobs: readonly string[]) {
  const outcomes = (counter: Counter<'outcome'>, names: readonly string[]) => {
    for (const outcome of names) counter.inc({ outcome }, 0)
  }
  outcomes(own.payments, ['begun', 'approved', 'declined', 'cancelled', 'held', 'refused'])
  outcomes(own.mails, ['sent', 'refused', 'away'])
  outcomes(own.webhooks, ['delivered', 'failed', 'given_up'])
  outcomes(own.scans, ['clean', 'found', 'away'])
  for (const outcome of ['signed_in', 'wrong', 'slowed']) own.signIns.inc({ way: 'password', outcome }, 0)
  for (const type of downloadTypes) own.downloadsFinished.inc({ type, state: 'FAILED' }, 0)
  for (const outcome of ['away', 'failed']) own.searches.zero({ engine, outcome })
  for (const name of jobs) own.jobs.zero({ name, outcome: 'failed' })
}

/** The types that produce a file. */
export const downloadTypes = ['IDENTIFIERS', 'ITEM', 'DIGITAL', 'COLLECTION', 'FOLDER', 'AUTHORITY'] as const

export type Metrics = ReturnType<typeof openMetrics>

/** Counts what callers were refused, or what failed for them; overload is logged too, at most once a minute. */
export function countProblem(
  { metrics, log }: { metrics: Metrics; log: { warn(message: string): void } },
  { code, status }: { code: string; status: number },
) {
  metrics.problems.inc({ code, status })
  if (code !== 'busy') return
  metrics.turnedAway.inc()
  const calls = metrics.overload()
  if (calls > 0) log.warn(`Calls turned away because of too much load since the last of these lines: ${calls}`)
}

/** Returns the number of its calls since it last returned one, and 0 within a minute of that. */
function countByMinute() {
  let calls = 0
  let returnedAt = Number.NEGATIVE_INFINITY
  return () => {
    calls += 1
    if (performance.now() - returnedAt < 60_000) return 0
    returnedAt = performance.now()
    const counted = calls
    calls = 0
    return counted
  }
}

const callMetrics = (registers: Registry[]) => ({
  requestSeconds: new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a call, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  }),
  problems: new Counter({
    name: 'call_problems_total',
    help: 'Calls that were refused or failed, by problem code; limits that were hit have status 429',
    labelNames: ['code', 'status'],
    registers,
  }),
  turnedAway: new Counter({
    name: 'calls_turned_away_total',
    help: 'Calls answered 503 because of too much load',
    registers,
  }),
  signIns: new Counter({
    name: 'sign_ins_total',
    help: 'Sign-in attempts, by way (password, passkey, issuer) and outcome (signed_in, wrong, slowed, failed)',
    labelNames: ['way', 'outcome'],
    registers,
  }),
})

const workMetrics = (registers: Registry[]) => ({
  searches: new Histogram({
    name: 'catalogue_search_seconds',
    help: 'Time of a search, by engine and outcome (found, nothing, refused, away, abandoned, failed)',
    labelNames: ['engine', 'outcome'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 5],
    registers,
  }),
  downloadRequests: new Counter({
    name: 'download_requests_total',
    help: 'Download requests by type',
    labelNames: ['type'],
    registers,
  }),
  downloadsFinished: new Counter({
    name: 'download_requests_finished_total',
    help: 'Download requests finished or failed, by type and state',
    labelNames: ['type', 'state'],
    registers,
  }),
  recordsWritten: new Counter({
    name: 'download_records_written_total',
    help: 'Bibliographic records written to files',
    registers,
  }),
  recordsTaken: new Counter({
    name: 'library_system_records_total',
    help: 'Records that schools’ library systems took, by protocol',
    labelNames: ['protocol'],
    registers,
  }),
  librarySignIns: new Counter({
    name: 'library_system_sign_ins_total',
    help: 'Sign-in attempts of library systems, by protocol and outcome (accepted, wrong, slowed, closed: the school may not)',
    labelNames: ['protocol', 'outcome'],
    registers,
  }),
  libraryOperations: new Counter({
    name: 'library_system_operations_total',
    help: 'Operations of library systems, by protocol and operation',
    labelNames: ['protocol', 'operation'],
    registers,
  }),
  libraryConnections: new Gauge({
    name: 'library_system_connections',
    help: 'Open Z39.50 connections',
    registers,
  }),
  payments: new Counter({
    name: 'payment_attempts_total',
    help: 'Card payment attempts, by outcome',
    labelNames: ['outcome'],
    registers,
  }),
  orders: new Counter({
    name: 'orders_total',
    help: 'Orders by how they were placed: card, invoice',
    labelNames: ['way'],
    registers,
  }),
  mails: new Counter({
    name: 'mails_total',
    help: 'Emails sent to the mail server, by outcome: sent, refused for good, away (tried again later)',
    labelNames: ['outcome'],
    registers,
  }),
  webhooks: new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver to a webhook, by outcome: delivered, failed (tried again later), given_up',
    labelNames: ['outcome'],
    registers,
  }),
  scans: new Counter({
    name: 'virus_scans_total',
    help: 'Pictures scanned for viruses, by outcome: clean, found, away (then the picture is refused)',
    labelNames: ['outcome'],
    registers,
  }),
})

const innerMetrics = (registers: Registry[]) => ({
  jobs: new Histogram({
    name: 'job_seconds',
    help: 'Time of a background job, by name and outcome (done, retried, failed)',
    labelNames: ['name', 'outcome'],
    buckets: [0.05, 0.2, 1, 5, 20, 60, 300],
    registers,
  }),
  queries: new Histogram({
    name: 'database_query_seconds',
    help: 'Time of a statement in the database, by outcome (ok, failed)',
    labelNames: ['outcome'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers,
  }),
  backends: new Histogram({
    name: 'backend_call_seconds',
    help: 'Time of a call to a service behind the portal (catalogue, headings, files, mail, scanner and so on), by kind and outcome (ok, refused, away, abandoned, failed)',
    labelNames: ['backend', 'kind', 'call', 'outcome'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 20],
    registers,
  }),
})
