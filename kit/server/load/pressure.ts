import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'

export const tooBusy = () => new Problem('busy', 503, ['The service is busy. Please try again in a moment.'])

/** Event loop delay in ms, as a mean of the last second, so that one long piece of work is no overload; heap in bytes. */
const usual = {
  maxEventLoopDelay: 200,
  maxHeapUsedBytes: Math.round(0.9 * getHeapStatistics().heap_size_limit),
  sampleInterval: 1000,
}

/** Refuses calls (503) while this process has no time or no memory for them, except those to routes of `always`. */
export async function refuseUnderPressure(
  http: FastifyInstance,
  { always, ...limits }: { always(route: string | undefined): boolean } & Partial<typeof usual>,
): Promise<void> {
  await http.register(underPressure, {
    ...usual,
    ...limits,
    exposeStatusRoute: false,
    pressureHandler: async ({ routeOptions }: FastifyRequest) => {
      if (!always(routeOptions.url)) throw tooBusy()
    },
  })
}
