import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { cardPage } from './payments.ts'
import type { CardResult } from './payments-port.ts'

/** Largest body of a result, in bytes. */
const bodyLimit = 16 * 1024

/** Forms, and nothing else; kept as they were sent, as a name that comes twice must be seen. */
export function readFormsOnly(part: FastifyInstance) {
  part.removeAllContentTypeParsers()
  part.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, { form: String(body) }),
  )
}

/** Members of the address and of the body together, in their order. */
export function sentBy(request: FastifyRequest): [name: string, value: string][] {
  const from = request.url.indexOf('?')
  const query = from < 0 ? '' : request.url.slice(from + 1)
  const { form = '' } = (request.body ?? {}) as { form?: string }
  return [...new URLSearchParams(query), ...new URLSearchParams(form)]
}

/** The result that was sent, proven. Why another one is refused stands in the log: never what was in it. */
export function readResult(app: Pick<App, 'payments' | 'log' | 'metrics'>, request: FastifyRequest) {
  const read: CardResult | { refused: string } = cardPage(app).resultOf(sentBy(request))
  if (!('refused' in read)) return read
  app.log.warn({ reason: read.refused, route: request.routeOptions.url }, 'result of a card payment refused')
  app.metrics.payments.inc({ outcome: 'refused' })
  return undefined
}
