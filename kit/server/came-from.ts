import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'
import { networkOf } from './network-of.ts'

type Asking = { origin: string; client: string }
const asking = new AsyncLocalStorage<Asking>()

/** Where the current work was asked for: the address of a call, `command line (name)`, or '' for a job. */
export const cameFrom = (): string => asking.getStore()?.origin ?? ''

/** Who shares what there is with the others: a person, or where nobody is signed in an address; '' for jobs and commands. */
export const askingClient = (): string => asking.getStore()?.client ?? ''

/** All that `act` begins counts as asked for from there, by that client. */
export const actFrom = <T>(origin: string, act: () => T, client = ''): T => asking.run({ origin, client }, act)

/** A person counts for themselves; behind one address may be a whole school that is not signed in. */
export const clientOf = (caller: Pick<Caller, 'userId'> | null, address: string): string =>
  caller ? `user:${caller.userId}` : `address:${networkOf(address)}`

/** Every call's work counts as asked for from its address. After the body was read: its events belong to the connection. */
export const markCalls = (http: FastifyInstance) =>
  http.addHook('preHandler', (request, _, done) => actFrom(request.ip, done, clientOf(request.caller, request.ip)))
