import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Problem } from '#kit/problem.ts'
import { abortedWith } from '#kit/server/serve.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'
import { libraryRoute } from '../../sign-in/server/library-route.ts'
import { openTakenRecords } from '../../taken/server/taken-records.ts'
import { answerSru, faultXml } from './sru.ts'
import { readOperation, type Version } from './sru-request.ts'

/** SRU at `/sru`. */
export async function sruRoutes(http: FastifyInstance, app: App) {
  const taken = openTakenRecords(app, 'SRU')
  http.addHook('onClose', () => taken.close())
  await libraryRoute(http, app, {
    url: '/sru',
    protocol: 'SRU',
    // A long query comes as a form.
    bodyLimit: 64 * 1024,
    writeProblem: (problem, { url }) => {
      const given = new URLSearchParams(url.split('?')[1])
      const { xml, version } = faultXml(app, given, diagnosticOf(problem))
      // Clients show a diagnostic only if the call itself succeeds.
      return { body: xml, type: typeOf(version), status: problem.status === 403 ? 200 : problem.status }
    },
    answer: async (given, request, reply) => {
      const customerId = request.caller?.customerId ?? null
      app.metrics.libraryOperations.inc({ protocol: 'SRU', operation: readOperation(given).operation })
      const signal = abortedWith(reply)
      const { xml, version } = await answerSru({ ...app, taken }, given, { customerId, signal })
      return reply.type(typeOf(version)).header('cache-control', 'no-store').send(xml)
    },
  })
}

const typeOf = (version: Version) => `${version === '2.0' ? 'application/sru+xml' : 'text/xml'}; charset=utf-8`

/** For a call that was refused or failed before it was understood. */
function diagnosticOf({ status, code, messages: [sentence] }: Problem): SruDiagnostic {
  if (code === 'wrong_login') return new SruDiagnostic('authenticationError', '')
  if (status === 403) return new SruDiagnostic('authenticationError', sentence)
  if (status === 429 || status === 503) return new SruDiagnostic('temporarilyUnavailable', sentence)
  return status < 500
    ? new SruDiagnostic('unsupportedParameterValue', sentence)
    : new SruDiagnostic('systemError', sentence)
}
