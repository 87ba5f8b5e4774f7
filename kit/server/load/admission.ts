import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'
import { longWaits } from './long-waits.ts'
import { WaitQueue } from './wait-queue.ts'

/** About how many times a call needs the processor before it is answered. */
const turnsOfCall = 5
/** This many concurrent calls are never too many, however late the processor: another program must be using it. */
const fewestCalls = 16
const reportEveryMs = 5000

export const tooBusy = () => new Problem('busy', 503, ['The service is busy. Please try again in a moment.'])

export type Admission = {
  /** The longest queueing time of a call, ms; while others wait longer, new calls are refused at once (`longWaits`). */
  maxWaitMs: number
  /** Routes that are always answered. */
  always(route: string | undefined): boolean
  /** Called now and then with the calls refused since, and the queueing time. */
  report(count: number, waitMs: number): void
  lateMs?: () => number
}

/**
 * Load shedding: refuses calls (503) while admitted ones would wait too long, for the processor or for the database,
 * which every call needs to identify its caller. Admitted calls are answered at normal speed.
 */
export function admitCalls(http: FastifyInstance, { maxWaitMs, always, report, ...given }: Admission): void {
  const processor = given.lateMs ? { lateMs: given.lateMs, stop: () => {} } : watchProcessor()
  const arriving = new WaitQueue()
  const underWay = new Set<FastifyRequest>()
  const arrived = new WeakMap<FastifyRequest, () => void>()
  const tooLong = longWaits(maxWaitMs)
  let refused = 0
  let longest = 0

  const waitMs = () => Math.max(arriving.waitMs(), underWay.size < fewestCalls ? 0 : processor.lateMs() * turnsOfCall)

  const tell = setInterval(() => {
    if (refused > 0) report(refused, Math.round(longest))
    refused = longest = 0
  }, reportEveryMs)
  tell.unref()
  http.addHook('onClose', async () => {
    clearInterval(tell)
    processor.stop()
  })

  http.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (always(request.routeOptions.url)) return done()
    const wait = waitMs()
    if (tooLong(wait)) {
      refused++
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
  // After every onRequest, so the caller is known.
  http.addHook('preParsing', (request, _, __, done) => {
    arrived.get(request)?.()
    done()
  })
}

const lookEveryMs = 100
/** One long piece of work is no overload: only a delay seen in all of these checks counts. */
const looks = 3

/** The event loop delay in milliseconds: the minimum of the last checks. */
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
