import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'

export const tooBusy = () => new Problem('busy', 503, ['The service is busy. Please try again in a moment.'])

/** Event loop delay in ms, as a mean of the last second; heap in bytes. */
const usual = {
  maxEventLoopDelay: 200,
  maxHeapUsedBytes: Math.round(0.9 * getHeapStatistics().heap_size_limit),
  sampleInterval: 1000,
}

/** Refuses calls (503) while this process has no time or no memory for them, except those to routes of `always`. */
export async function refuseUnderPressure(
  http: FastifyInstance,
  { always, ...given }: { always(route: string | undefined): boolean } & Partial<typeof usual>,
): Promise<void> {
  const limits = { ...usual, ...given }
  const lasts = lasting(limits.sampleInterval)
  await http.register(underPressure, {
    ...limits,
    exposeStatusRoute: false,
    pressureHandler: async ({ routeOptions }: FastifyRequest, _: FastifyReply, type: string) => {
      if (always(routeOptions.url) || (type === underPressure.TYPE_EVENT_LOOP_DELAY && !lasts())) return
      throw tooBusy()
    },
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
