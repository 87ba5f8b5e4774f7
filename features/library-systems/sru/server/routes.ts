import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { abortedWith } from '#kit/server/serve.ts'
import { libraryRoute } from '../../sign-in/server/library-route.ts'
import { openTakenRecords } from '../../taken/server/taken-records.ts'
import { answerSru } from './sru.ts'

/** SRU at `/sru`. */
export async function sruRoutes(http: FastifyInstance, app: App) {
  const taken = openTakenRecords(app, 'SRU')
  http.addHook('onClose', () => taken.close())
  await libraryRoute(http, app, {
    url: '/sru',
    // A long query comes as a form.
    bodyLimit: 64 * 1024,
    answer: async (given, request, reply) => {
      const customerId = request.caller?.customerId ?? null
      const signal = abortedWith(request, reply)
      const { xml, version } = await answerSru({ ...app, taken }, given, { customerId, signal })
      const type = version === '2.0' ? 'application/sru+xml' : 'text/xml'
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-store').send(xml)
    },
  })
}
