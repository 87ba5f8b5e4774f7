import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { mapOf } from '#kit/map-of.ts'
import { Problem } from '#kit/problem.ts'
import { answerProblems, asJson, problemBody } from '#kit/server/answer-problems.ts'
import { markCalls } from '#kit/server/came-from.ts'
import { connectionTimeouts, limitConnections, limitPipelining } from '#kit/server/load/connections.ts'
import { refuseUnderPressure } from '#kit/server/load/pressure.ts'
import { refuseSlowBodies, tooSlow } from '#kit/server/load/slow-bodies.ts'
import { countProblem } from '#kit/server/metrics.ts'
import { refuseUnreadableText } from '#kit/server/refuse-unreadable-text.ts'
import { type CallSpan, noTraces, type Traces } from '#kit/server/traces.ts'
import { showHealth } from '#operate/health.ts'
import type { App } from './app.ts'
import { openFairUse } from './http/fair-use.ts'
import { normaliseForwarded } from './http/forwarded-clients.ts'
import { keepTryingHere } from './http/keep-trying-here.ts'
import { describeCalls } from './http/openapi/describe-calls.ts'
import { servePages } from './http/pages.ts'
import { inLanguage } from './http/refusals-in-language.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { showSecurityContact } from './http/security-txt.ts'
import { shedSearchLoad } from './http/shed-search-load.ts'
import { readableAddress, rewriteSpelling } from './http/spellings.ts'
import { showTryingNotice } from './http/trying-notice.ts'
import { listMethods } from './http/wrong-method.ts'
import { mountFeatures } from './routes.ts'

const maxHeaderSize = 32 * 1024

/** Pages, health and metrics serve people who look for a fault; a card page reports a payment only once. */
const always = (route: string | undefined) =>
  route === undefined || /^\/$|\/\*$|^\/(health\/|metrics$|rest\/payment\/)/.test(route)

/** Contracts check all calls, and loading Fastify's own compilers would take a tenth of the start. */
const noSchemas = {
  buildValidator: () => refuseSchema,
  buildSerializer: () => refuseSchema,
}
const refuseSchema = () => {
  throw new Error('A route has a JSON schema: calls are described by contracts.')
}

/**
 * The web server, not yet listening. `maxWaitMs`: the queueing time, ms, beyond which a client's further searches are
 * refused (503); 0: no call is refused under load. `drawWithinMs`: how long a page waits for its screen's data.
 */
export async function openServer(
  whole: App,
  { maxWaitMs = 1000, waits = connectionTimeouts, drawWithinMs = 150 } = {},
): Promise<FastifyInstance> {
  const app = maxWaitMs > 0 ? shedSearchLoad(whole, maxWaitMs) : whole
  const http: FastifyInstance = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    // Shown with a failure: it finds the log lines, on any machine.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    http: {
      requireHostHeader: false,
      maxHeaderSize,
      headersTimeout: waits.headers,
      connectionsCheckingInterval: waits.pollMs,
    },
    schemaController: { compilersFactory: noSchemas },
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    bodyLimit: 256 * 1024,
    requestTimeout: waits.request,
    connectionTimeout: waits.still,
    keepAliveTimeout: waits.idle,
    trustProxy: app.env.trustedProxies.length > 0 ? app.env.trustedProxies : false,
    rewriteUrl: (request) => rewriteSpelling(readableAddress(request.url ?? '/')),
    clientErrorHandler: answerBrokenRequest(app.env.publicUrl),
  })
  const methodsAt = listMethods(http)
  limitPipelining(http.server)
  limitConnections(http.server, { behindProxy: app.env.trustedProxies.length > 0 })
  if (app.env.trustedProxies.length > 0) http.addHook('onRequest', async ({ raw }) => normaliseForwarded(raw.headers))
  // Before the rest, so that refusals have these headers too.
  await sendSecurityHeaders(http, app.env, app.payments?.page)
  http.decorateRequest('caller', null)
  traceCalls(http, app.traces)
  markCalls(http)
  answerProblems(http, (problem) => countProblem(app, problem), asJson(inLanguage), app.env.providerName)
  if (maxWaitMs > 0) await refuseUnderPressure(http, { always })
  refuseSlowBodies(http)
  refuseOddHosts(http)
  http.addHook('onSend', async (_, reply) => {
    // Redirects and errors are valid only for this moment.
    if (reply.statusCode >= 300 && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (isKeptAndCompressed(reply)) varyByEncoding(reply)
  })
  await http.register(fastifyCookie)
  refuseUnreadableText(http)
  await http.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 2048, global: true, customTypes: texts })
  measureCalls(http, app)
  leadToPublicName(http, app.env.publicUrl)
  keepTryingHere(http, app)
  showTryingNotice(http, app.env.tryingNotice)
  showHealth(http, app)
  const fairUse = await openFairUse(http, app.env.limits)
  await mountFeatures(http, { ...app, fairUse })
  app.payments?.servePage?.(http)
  describeCalls(http, app.env)
  showSecurityContact(http, app)
  await servePages(http, app, { methodsAt, drawWithinMs })
  return http
}

/** Text types: those of @fastify/compress, and the files of records and references. */
const texts =
  /^text\/(?!event-stream)|[+/](?:json|text|xml)(?:;|$)|octet-stream(?:;|$)|^application\/(?:marc|x-research-info-systems|x-bibtex)(?:;|$)/

/** A cache must know that a reply has other encodings, even if this one is not compressed. */
const isKeptAndCompressed = (reply: FastifyReply) =>
  !/no-store|no-transform/.test(String(reply.getHeader('cache-control') ?? 'no-store')) &&
  !/^(?:image|font)\/(?!svg)/.test(String(reply.getHeader('content-type') ?? ''))

function varyByEncoding(reply: FastifyReply) {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/accept-encoding/i.test(vary)) reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
}

function measureCalls(http: FastifyInstance, app: App) {
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    app.metrics.requestSeconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    // The address without its query, which may contain a one-time link. Unavailability is logged elsewhere,
    // and overload with its count.
    request.log[reply.statusCode >= 500 && reply.statusCode !== 503 ? 'error' : 'debug'](
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

/** Cookies and emailed links belong to one host name: pages requested under another redirect there. */
function leadToPublicName(http: FastifyInstance, publicUrl: string) {
  const publicHost = new URL(publicUrl).host
  http.addHook('onRequest', async (request, reply) => {
    const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (page && request.host !== publicHost) return reply.redirect(`${publicUrl}${request.url}`, 308)
  })
}

const brokenRequests = mapOf<Problem>({
  HPE_HEADER_OVERFLOW: new Problem('headers_too_large', 431, ['The address or the headers are too long.']),
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow(),
})

/** Requests that the HTTP parser itself rejects never reach a route. */
const answerBrokenRequest = (publicUrl: string) => (error: Error & { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const problem =
    brokenRequests.get(error.code ?? '') ?? new Problem('invalid_input', 400, ['The request is not valid HTTP.'])
  const body = JSON.stringify(problemBody(problem))
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\n` +
      `x-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n` +
      (publicUrl.startsWith('https:') ? 'strict-transport-security: max-age=31536000\r\n' : '') +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const host = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * RFC 9112, 3.2: with two Host headers, a proxy may use one and we the other. Node would answer a request without one,
 * or with an odd `Expect`, without any of our headers.
 */
function refuseOddHosts(http: FastifyInstance) {
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  http.addHook('onRequest', async ({ raw: { rawHeaders, headers, httpVersion } }) => {
    const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    const needed = httpVersion === '1.0' ? 0 : 1
    if (count > 1 || count < needed || (headers.host !== undefined && !host.test(headers.host)))
      throw new Problem('invalid_input', 400, ['The request must name one host.'])
  })
}

/** Each call of a program or page is a span named by its route; health checks are not recorded. */
function traceCalls(http: FastifyInstance, traces: Traces) {
  if (traces === noTraces) return
  const calls = new WeakMap<FastifyRequest, CallSpan>()
  http.addHook('onRequest', (request, _reply, next) => {
    if (/^\/(?:health|metrics|assets)\b/.test(request.url)) return next()
    const sent = request.headers.traceparent
    const call = traces.call(typeof sent === 'string' ? sent : undefined)
    calls.set(request, call)
    call.within(next)
  })
  // The body comes from the socket, which has no call context.
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
      // The client went away before it had everything.
      ...(reply.raw.writableFinished ? {} : { 'portal.abandoned': true }),
    }
    calls.get(request)?.end(`${request.method} ${route}`, about, reply.statusCode >= 500)
  })
}
