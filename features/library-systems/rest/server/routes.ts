import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { authoriseSearch } from '#features/catalogue/server/catalogue.ts'
import { authoriseDownloads } from '#features/downloads/server/downloads.ts'
import { serve } from '#kit/server/serve.ts'
import { openTakenRecords } from '../../taken/server/taken-records.ts'
import { restApi } from '../contract.ts'
import { sendRecords, sendSearch } from './rest.ts'

/** Records and searches for programs, beside the calls that our own pages use. */
export function restRoutes(http: FastifyInstance, app: App) {
  const taken = openTakenRecords(app, 'REST')
  http.addHook('onClose', () => taken.close())
  const service = { ...app, taken }
  serve(
    http,
    app,
    restApi,
    {
      records: (input, call) => sendRecords(service, input, call),
      searchByFields: (input, call) => sendSearch(service, input, call),
    },
    {
      records: (caller) => authoriseDownloads(caller, app.clock),
      searchByFields: authoriseSearch,
    },
  )
}
