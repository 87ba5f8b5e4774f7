import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { type Handlers, serve } from '#kit/server/serve.ts'
import { catalogueApi } from '../contract.ts'
import { advancedRoutes } from './advanced-routes.ts'
import { admitToSearch, searchCatalogue, showRecord } from './catalogue.ts'
import { openCovers } from './covers.ts'
import { discoverRoutes } from './discover-routes.ts'
import { emailRecord } from './email-record.ts'
import { recordRoutes } from './record-routes.ts'
import { timeSearch } from './time-search.ts'

export function catalogueRoutes(http: FastifyInstance, app: App) {
  // Opened once: it draws each cover once, however many ask for it at the same time.
  const covers = openCovers(app.files, app.catalogue)
  const today = () => app.clock().toISOString().slice(0, 10)
  const handlers: Handlers<typeof catalogueApi> = {
    search: async ({ bodybuilderquery }, { caller, signal }) => {
      const asking = { caller, today: today(), signal, defaultSize: app.env.searchResultsPerPage }
      return timeSearch(
        app.metrics,
        signal,
        () => searchCatalogue(app.catalogue, bodybuilderquery, asking),
        ({ hits }) => hits.total,
      )
    },
    record: ({ bodybuilderquery }, { caller, signal }) =>
      showRecord(app.catalogue, bodybuilderquery, { caller, today: today(), signal }),
    emailRecord: (asked, { caller, signal }) => emailRecord(app, caller, asked, signal),
    cover: async ({ imageFileName, width }, { request, reply }) => {
      const { bytes, etag } = await covers.show(imageFileName, width)
      reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('image/jpeg').send(bytes)
    },
  }
  serve(http, app, catalogueApi, handlers, {
    search: (caller) => admitToSearch(caller, today()),
  })
  advancedRoutes(http, app)
  discoverRoutes(http, app)
  recordRoutes(http, app)
}
