import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'
import { networkOf } from './network-of.ts'

type Asking = { origin: string; client: string }
const asking = new AsyncLocalStorage<Asking>()

/** The origin of the current work: the address of a call, `command line (name)`, or '' for a job. */
export const cameFrom = (): string => asking.getStore()?.origin ?? ''

/** The unit of fair sharing: a person, or an address if no one is signed in; '' for jobs and commands. */
export const askingClient = (): string => asking.getStore()?.client ?? ''

/** Attributes everything that `act` starts to this origin and client. */
export const actFrom = <T>(origin: string, act: () => T, client = ''): T => asking.run({ origin, client }, act)

/** A signed-in person and an access key count individually; one address may be a whole school. */
export const clientOf = (caller: Pick<Caller, 'userId' | 'key'> | null, address: string): string => {
  if (!caller) return `address:${networkOf(address)}`
  return caller.key ? `key:${caller.key.id}` : `user:${caller.userId}`
}

/** Attributes every call's work to its address. After the body was read: its events belong to the connection. */
export const markCalls = (http: FastifyInstance) =>
  http.addHook('preHandler', (request, _, done) => actFrom(request.ip, done, clientOf(request.caller, request.ip)))
