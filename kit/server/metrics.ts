import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows: the process, the calls, and the work that the service exists for. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_seconds',
      help: 'Time to answer a call, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
      registers,
    }),
    searches: new Histogram({
      name: 'catalogue_search_seconds',
      help: 'Time of a catalogue search',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers,
    }),
    downloadRequests: new Counter({
      name: 'download_requests_total',
      help: 'Download requests by type',
      labelNames: ['type'],
      registers,
    }),
    recordsWritten: new Counter({
      name: 'download_records_written_total',
      help: 'Bibliographic records written to files',
      registers,
    }),
    payments: new Counter({
      name: 'payment_attempts_total',
      help: 'What became of tries to pay by card: begun, approved, declined, cancelled, held, refused',
      labelNames: ['outcome'],
      registers,
    }),
    orders: new Counter({
      name: 'orders_total',
      help: 'Orders by how they were placed: card, invoice',
      labelNames: ['way'],
      registers,
    }),
    jobs: new Histogram({
      name: 'job_seconds',
      help: 'Time of a background job, by name and outcome',
      labelNames: ['job', 'outcome'],
      buckets: [0.05, 0.2, 1, 5, 20, 60, 300],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof openMetrics>
