import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { abortedWith } from '#kit/server/serve.ts'
import { signLibraryIn } from '../../sign-in/server/sign-in.ts'
import { openTakenRecords } from '../../taken/server/taken-records.ts'
import { answerSru } from './sru.ts'

/** A long query comes as a form. */
const bodyLimit = 64 * 1024

/** SRU at `/sru`, by GET and POST. */
export async function sruRoutes(http: FastifyInstance, app: App) {
  const taken = openTakenRecords(app, 'SRU')
  http.addHook('onClose', () => taken.close())
  await http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit })
    part.route({
      method: ['GET', 'POST'],
      url: '/sru',
      onRequest: signLibraryIn(app),
      handler: async (request, reply) => {
        const given = new URLSearchParams(request.url.split('?')[1])
        if (request.body instanceof URLSearchParams) for (const [name, value] of request.body) given.append(name, value)
        const customerId = request.caller?.customerId ?? null
        const signal = abortedWith(request, reply)
        const { xml, version } = await answerSru({ ...app, taken }, given, { customerId, signal })
        const type = version === '2.0' ? 'application/sru+xml' : 'text/xml'
        return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-store').send(xml)
      },
    })
  })
}
