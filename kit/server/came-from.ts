import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const origins = new AsyncLocalStorage<string>()

/** Whence what is being done was asked for: the address of a call, `command line (name)`, or '' for a job. */
export const cameFrom = (): string => origins.getStore() ?? ''

/** All that `act` begins counts as asked for from there. */
export const actFrom = <T>(origin: string, act: () => T): T => origins.run(origin, act)

/** Every call's work counts as asked for from its address. After the body was read: its events belong to the connection. */
export const markCalls = (http: FastifyInstance) =>
  http.addHook('preHandler', (request, _, done) => actFrom(request.ip, done))
