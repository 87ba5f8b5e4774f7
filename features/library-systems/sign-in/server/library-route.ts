import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { signLibraryIn } from './sign-in.ts'

type Route = {
  url: string
  /** Of a form, in bytes. */
  bodyLimit: number
  answer(given: URLSearchParams, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

/** A call of library systems by GET, or by POST as a form; `given` has the parameters of both. */
export const libraryRoute = (
  http: FastifyInstance,
  app: Parameters<typeof signLibraryIn>[0],
  { url, bodyLimit, answer }: Route,
) =>
  http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit })
    part.route({
      method: ['GET', 'POST'],
      url,
      onRequest: signLibraryIn(app),
      handler: (request, reply) => {
        const given = new URLSearchParams(request.url.split('?')[1])
        if (request.body instanceof URLSearchParams) for (const [name, value] of request.body) given.append(name, value)
        return answer(given, request, reply)
      },
    })
  })
