import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { failureSentence, unableSentence } from '#kit/failure-sentence.ts'
import { Problem } from '#kit/problem.ts'
import { isAway } from './load/away.ts'

export const genericSentence =
  "Error performing this operation. Please try again later. If error persists, please contact the provider's support."

/** How a protocol writes a problem. `status`: if its clients need another. */
export type WrittenProblem = { body: string | object; type: string; status?: number }
export type WriteProblem = (problem: Problem, request: FastifyRequest) => WrittenProblem

/** `inWords`: a sentence in the caller’s language. */
export const asJson =
  (inWords: (sentence: string, request: FastifyRequest) => string = (sentence) => sentence): WriteProblem =>
  (problem, request) => ({
    body: {
      ...problemBody(problem),
      messages: problem.messages.map((each) => inWords(each, request)),
    },
    type: 'application/json; charset=utf-8',
  })

/** The one place where an error becomes a reply; `told` receives each. `provider`: the provider's name. */
export function answerProblems(
  http: FastifyInstance,
  told: (problem: Problem) => void = () => {},
  write: WriteProblem = asJson(),
  provider = 'SCIS',
) {
  http.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    // No one is there to read an answer; the work was aborted for that reason.
    if (request.raw.destroyed && reply.raw.destroyed) return reply.hijack()
    const problem = error instanceof Problem ? error : problemOf(error, request.url, provider)
    told(problem)
    // Not the address: it may contain one-time links and tokens of shared folders.
    if (problem.status >= 500 && problem.code !== 'busy')
      request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error')
    if (problem.status === 500) reply.header('x-request-id', request.id)
    if (problem.waitSeconds !== undefined) reply.header('retry-after', problem.waitSeconds)
    if (problem.status === 401) reply.header('www-authenticate', reply.getHeader('www-authenticate') ?? challenge)
    if (problem.status === 503) reply.header('retry-after', reply.getHeader('retry-after') ?? retryAfter(problem))
    const { body, type, status = problem.status } = write(problem, request)
    return reply.code(status).header('cache-control', 'no-store').type(type).send(body)
  })
}

/** How a program may send its access key. */
const challenge = 'Bearer realm="Access key", Basic realm="Access key", charset="UTF-8"'

/** Seconds, at random, so that refused callers do not all retry at once. */
const retryAfter = ({ code }: Problem) => String(code === 'busy' ? 1 + Math.floor(Math.random() * 5) : 2)

export const problemBody = (problem: Problem) => ({
  responseCode: problem.code === 'virus_found' ? 4003 : problem.status,
  code: problem.code,
  messages: problem.messages,
  ...(problem.errors ? { errors: problem.errors } : {}),
  ...(problem.about ? { about: problem.about } : {}),
})

/** The web framework's own refusals get our wording; anything else is a bug and reveals nothing. */
function problemOf(error: FastifyError, path: string, provider: string): Problem {
  if (isAway(error)) return new Problem('unavailable', 503, [unableSentence])
  const status = error.statusCode ?? 500
  if (status === 413) return new Problem('too_large', 413, ['The request is too large.'])
  if (status === 415) return new Problem('invalid_input', 400, ['The body must be JSON.'])
  if (status === 414) return new Problem('address_too_long', 414, ['The address is too long.'])
  // The static file server answers 403 to an address that cannot be a file.
  if (status === 403 || status === 404) return new Problem('not_found', 404, ['There is nothing at this address.'])
  if (status >= 400 && status < 500)
    return new Problem('invalid_input', 400, [bodyReason(error) ?? STATUS_CODES[status] ?? ''])
  return new Problem('unexpected', 500, [failureSentence(genericSentence, path, 500, provider)])
}

const bodyReason = (error: FastifyError) =>
  error.code?.startsWith('FST_ERR_CTP') || error instanceof SyntaxError ? 'The body is not valid JSON.' : undefined
