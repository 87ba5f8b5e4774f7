import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallSpan, noTraces, type Traces } from '#kit/server/traces.ts'

/** Each call of a program or page is a span by its route; whoever looks whether we live is not noted. */
export function traceCalls(http: FastifyInstance, traces: Traces) {
  if (traces === noTraces) return
  const calls = new WeakMap<FastifyRequest, CallSpan>()
  http.addHook('onRequest', (request, _reply, next) => {
    if (/^\/(?:health|metrics|assets)\b/.test(request.url)) return next()
    const sent = request.headers.traceparent
    const call = traces.call(typeof sent === 'string' ? sent : undefined)
    calls.set(request, call)
    call.within(next)
  })
  // The body comes from the socket, which knows of no call.
  http.addHook('preValidation', (request, _reply, next) => {
    const call = calls.get(request)
    return call ? call.within(next) : next()
  })
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const about = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      ...(request.caller?.customerId ? { 'portal.customer': request.caller.customerId } : {}),
      // The client went away before it had all.
      ...(reply.raw.writableFinished ? {} : { 'portal.abandoned': true }),
    }
    calls.get(request)?.end(`${request.method} ${route}`, about, reply.statusCode >= 500)
  })
}
