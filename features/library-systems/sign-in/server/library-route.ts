import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Protocol } from '#features/downloads/contract.ts'
import { answerProblems, type WriteProblem } from '#kit/server/answer-problems.ts'
import { countProblem } from '#kit/server/metrics.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { signLibraryIn } from './sign-in.ts'

type Route = {
  url: string
  protocol: Protocol
  /** Maximum size of a form, in bytes. */
  bodyLimit: number
  /** A refusal or failure, in the protocol's form. */
  writeProblem: WriteProblem
  answer(given: URLSearchParams, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** A call of library systems by GET, or by POST as a form; `given` has the parameters of both. */
export const libraryRoute = (
  http: FastifyInstance,
  app: Parameters<typeof signLibraryIn>[0] & Parameters<typeof countProblem>[0],
  { url, protocol, bodyLimit, writeProblem, answer }: Route,
) =>
  http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit })
    answerProblems(part, (problem) => countProblem(app, problem), writeProblem)
    part.route({
      method: ['GET', 'POST'],
      url,
      onRequest: signLibraryIn(app, protocol),
      handler: (request, reply) => {
        const given = new URLSearchParams(request.url.split('?')[1])
        if (request.body instanceof URLSearchParams) for (const [name, value] of request.body) given.append(name, value)
        return answer(given, request, reply)
      },
    })
  })
