import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { recordApi } from '../record-contract.ts'
import { openEnrichment } from './enrich.ts'
import { recordReports, reportRecord } from './record-reports.ts'

export function recordRoutes(http: FastifyInstance, app: App) {
  // Opened once: each keeps what it was told.
  const libraryThing = openEnrichment(app, 'LibraryThing', app.enrichment.libraryThing)
  const syndetics = openEnrichment(app, 'Syndetics', app.enrichment.syndetics)
  serve(http, app, recordApi, {
    libraryThing: ({ isbnValue }) => libraryThing(isbnValue),
    syndetics: ({ isbnValue }) => syndetics(isbnValue),
    reportRecord: (report, { caller }) => reportRecord(app, caller, report),
    recordReports: (asked) => recordReports(app, asked),
  })
}
