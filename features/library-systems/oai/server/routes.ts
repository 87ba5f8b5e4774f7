import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { askToSignIn, signLibraryIn } from '../../sign-in/server/sign-in.ts'
import { openOai } from './oai.ts'

/** OAI-PMH at `/oai`, by GET and POST. */
export async function oaiRoutes(http: FastifyInstance, app: App) {
  const answer = openOai(app)
  await http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit: 16 * 1024 })
    part.route({
      method: ['GET', 'POST'],
      url: '/oai',
      onRequest: signLibraryIn(app),
      handler: async (request, reply) => {
        const given = new URLSearchParams(request.url.split('?')[1])
        if (request.body instanceof URLSearchParams) for (const [name, value] of request.body) given.append(name, value)
        const answered = await answer(given, request.caller?.customerId ?? null)
        if (answered === 'sign in') throw askToSignIn(reply)
        return reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store').send(answered.xml)
      },
    })
  })
}
