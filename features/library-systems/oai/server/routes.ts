import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { libraryRoute } from '../../sign-in/server/library-route.ts'
import { askToSignIn } from '../../sign-in/server/sign-in.ts'
import { openOai } from './oai.ts'
import { verbIn } from './oai-request.ts'

/** OAI-PMH at `/oai`. */
export async function oaiRoutes(http: FastifyInstance, app: App) {
  const answer = openOai(app)
  await libraryRoute(http, app, {
    url: '/oai',
    protocol: 'OAI-PMH',
    bodyLimit: 16 * 1024,
    writeProblem: ({ status, messages }) => ({
      body: `${messages.join(' ')}\n`,
      type: 'text/plain; charset=utf-8',
      // Harvesters wait and try again at a 503 (OAI-PMH 2.0, 3.1.2.2).
      status: status === 429 ? 503 : status,
    }),
    answer: async (given, { caller }, reply) => {
      app.metrics.libraryOperations.inc({ protocol: 'OAI-PMH', operation: verbIn(given) ?? 'none' })
      const answered = await answer(given, caller?.customerId ?? null)
      if (answered === 'sign in') throw askToSignIn(reply)
      return reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store').send(answered.xml)
    },
  })
}
