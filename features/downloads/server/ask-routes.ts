import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { admitToSearch, searchTitles } from '#features/catalogue/server/catalogue.ts'
import type { Caller, SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { askApi } from '../ask-contract.ts'
import { createCollection } from './collection-request.ts'
import { admitToDownloads } from './create-request.ts'
import { countDigital, createDigital } from './digital-content.ts'
import { asHits, viewItems } from './own-records.ts'

export function askRoutes(http: FastifyInstance, app: App) {
  const downloads = (caller: SchoolCaller) => admitToDownloads(caller, app.clock())
  const search = (caller: Caller | null) => admitToSearch(caller, app.clock().toISOString().slice(0, 10))
  serve(
    http,
    app,
    askApi,
    {
      titleSearch: async ({ bodybuilderquery }, { signal }) =>
        asHits(await searchTitles(app.catalogue, bodybuilderquery, signal)),
      viewItems: ({ bodybuilderquery }, { caller, signal }) =>
        viewItems(app, caller.customerId, bodybuilderquery, signal),
      createDigital: (input, { caller, signal }) => createDigital(app, caller, input, signal),
      countDigital: (days) => countDigital(app, days),
      createCollection: (input, { caller, signal }) => createCollection(app, caller, input, signal),
    },
    { titleSearch: search, createDigital: downloads, createCollection: downloads },
  )
}
