import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'

export const tooSlow = () => new Problem('too_slow', 408, ['The request took too long to arrive.'])

/** A body must bring this much in each window of time, unless it ends there. */
const leastBytes = 10_000
const windowMs = 10_000

type Arriving = { reply: FastifyReply; since: number; readBefore: number }

/** Answers 408 to a body that arrives more slowly than 1 kB a second, and closes its connection. */
export function refuseSlowBodies(http: FastifyInstance): void {
  const arriving = new Map<FastifyRequest, Arriving>()
  const begin = (request: FastifyRequest, reply: FastifyReply) =>
    arriving.set(request, { reply, since: performance.now(), readBefore: request.raw.socket.bytesRead })
  http.addHook('preParsing', (request, reply, _, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0) {
      begin(request, reply)
      const arrived = () => void arriving.delete(request)
      raw.once('end', arrived).once('close', arrived)
    }
    done()
  })
  const look = setInterval(() => {
    for (const [request, { reply, since, readBefore }] of arriving) {
      if (performance.now() - since < windowMs) continue
      if (request.raw.socket.bytesRead - readBefore >= leastBytes) begin(request, reply)
      else {
        arriving.delete(request)
        // Refused by its head, and the body still comes.
        if (reply.sent) request.raw.destroy()
        else {
          reply.raw.once('finish', () => request.raw.destroy())
          reply.header('connection', 'close').send(tooSlow())
        }
      }
    }
  }, windowMs / 10)
  look.unref()
  http.addHook('onClose', async () => clearInterval(look))
}
