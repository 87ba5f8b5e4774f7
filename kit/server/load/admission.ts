import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'
import { longWaits } from './long-waits.ts'
import { WaitQueue } from './wait-queue.ts'

/** A call comes to the processor about so many times before it is answered. */
const turnsOfCall = 5
/** So many calls under way are never too many, however late the processor is: another program has it then. */
const fewestCalls = 16
const tellEveryMs = 5000

export const tooBusy = () => new Problem('busy', 503, ['The service is busy. Please try again in a moment.'])

export type Admission = {
  /** Milliseconds that a call may have to wait; one that comes while others wait longer is turned away at once (`longWaits`). */
  maxWaitMs: number
  /** Calls that are answered whatever happens, by route. */
  always(route: string | undefined): boolean
  /** Told now and then how many have been turned away since, and how long calls waited. */
  told(count: number, waitMs: number): void
  lateMs?: () => number
}

/**
 * Turns calls away (503) while those that are in would wait too long: for the processor, or for the database, which every
 * call asks first who is calling. Those that are in are answered as quickly as ever.
 */
export function admitCalls(http: FastifyInstance, { maxWaitMs, always, told, ...given }: Admission): void {
  const processor = given.lateMs ? { lateMs: given.lateMs, stop: () => {} } : watchProcessor()
  const arriving = new WaitQueue()
  const underWay = new Set<FastifyRequest>()
  const arrived = new WeakMap<FastifyRequest, () => void>()
  const tooLong = longWaits(maxWaitMs)
  let turnedAway = 0
  let longest = 0

  const waitMs = () => Math.max(arriving.waitMs(), underWay.size < fewestCalls ? 0 : processor.lateMs() * turnsOfCall)

  const tell = setInterval(() => {
    if (turnedAway > 0) told(turnedAway, Math.round(longest))
    turnedAway = longest = 0
  }, tellEveryMs)
  tell.unref()
  http.addHook('onClose', async () => {
    clearInterval(tell)
    processor.stop()
  })

  http.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (always(request.routeOptions.url)) return done()
    const wait = waitMs()
    if (tooLong(wait)) {
      turnedAway++
      longest = Math.max(longest, wait)
      return done(tooBusy())
    }
    const leave = arriving.enter()
    underWay.add(request)
    arrived.set(request, leave)
    reply.raw.once('close', () => {
      leave()
      underWay.delete(request)
    })
    done()
  })
  // After every onRequest, so when it is known who calls.
  http.addHook('preParsing', (request, _, __, done) => {
    arrived.get(request)?.()
    done()
  })
}

const lookEveryMs = 100
/** A single long piece of work is no overload: only what all of these looks have seen. */
const looks = 3

/** How late this process comes to what is due, in milliseconds: the least of the last looks. */
function watchProcessor() {
  const late = new Array<number>(looks).fill(0)
  let due = performance.now() + lookEveryMs
  const timer = setInterval(() => {
    const now = performance.now()
    late.shift()
    late.push(Math.max(0, now - due))
    due = now + lookEveryMs
  }, lookEveryMs)
  timer.unref()
  return { lateMs: () => Math.min(...late), stop: () => clearInterval(timer) }
}
