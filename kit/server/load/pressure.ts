import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    isUnderPressure(): boolean
  }
}

export const tooBusy = () => new Problem('busy', 503, ['The service is busy. Please try again in a moment.'])

/** Event loop delay in ms, as a mean of the last second; heap in bytes. */
const usual = {
  maxEventLoopDelay: 200,
  maxHeapUsedBytes: Math.round(0.9 * getHeapStatistics().heap_size_limit),
  sampleInterval: 1000,
}
/** Milliseconds between two looks at the event loop. */
const resolution = 10

/**
 * Refuses calls (503) while this process has no time or no memory for them, except those to routes of `always`. It
 * looks only while calls come: @fastify/under-pressure would use a fifth of a percent of a processor at rest.
 */
export async function refuseUnderPressure(
  http: FastifyInstance,
  { always, ...given }: { always(route: string | undefined): boolean } & Partial<typeof usual>,
): Promise<void> {
  const { maxEventLoopDelay, maxHeapUsedBytes, sampleInterval } = { ...usual, ...given }
  const lasts = lasting(sampleInterval)
  const delays = monitorEventLoopDelay({ resolution })
  let isLate = false
  let isFull = false
  let calls = 0
  let sampling: NodeJS.Timeout | undefined
  const sample = () => {
    // Without a single look, the loop was held up all the time.
    isLate = delays.count === 0 || delays.mean / 1e6 - resolution > maxEventLoopDelay
    isFull = getHeapStatistics().used_heap_size > maxHeapUsedBytes
    delays.reset()
    if (calls === 0) rest()
    calls = 0
  }
  const rest = () => {
    clearInterval(sampling)
    sampling = undefined
    delays.disable()
    isLate = false
    isFull = false
  }
  http.addHook('onClose', async () => rest())
  http.decorate('isUnderPressure', () => isLate || isFull)
  http.addHook('onRequest', async ({ routeOptions }) => {
    calls++
    if (!sampling) {
      delays.enable()
      sampling = setInterval(sample, sampleInterval).unref()
    }
    if (!always(routeOptions.url) && (isFull || (isLate && lasts()))) throw tooBusy()
  })
}

/**
 * Whether delays have lasted for more than one sample. One long piece of work, the start, or a pause of the whole machine
 * spoils a single sample, and is no overload. Called for every call that comes while the last sample is bad.
 */
function lasting(sampleMs: number): () => boolean {
  let since = Number.NEGATIVE_INFINITY
  let seenAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - seenAt > 2 * sampleMs) since = now
    seenAt = now
    return now - since > 1.5 * sampleMs
  }
}
