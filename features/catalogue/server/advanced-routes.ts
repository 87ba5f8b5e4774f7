import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { advancedApi } from '../advanced-contract.ts'
import { admitToSearch, searchByFields } from './catalogue.ts'
import { openCriteria } from './criteria.ts'
import { sendCountries } from './send-countries.ts'
import { timeSearch } from './time-search.ts'

export function advancedRoutes(http: FastifyInstance, app: App) {
  const criteria = openCriteria(app.catalogue)
  const today = () => app.clock().toISOString().slice(0, 10)
  serve(
    http,
    app,
    advancedApi,
    {
      searchByFields: async (asked, { caller, signal }) => {
        const asking = { caller, today: today(), signal, defaultSize: app.env.searchResultsPerPage }
        return timeSearch(
          app.metrics,
          signal,
          () => searchByFields(app.catalogue, asked, asking),
          ({ response }) => response.totalCount,
        )
      },
      advancedCriteria: async () => ({
        response: await criteria((error) => app.log.error({ err: error }, 'lists of the advanced search')),
      }),
      countries: (_, { request, reply }) => sendCountries(request, reply),
    },
    { searchByFields: (caller) => admitToSearch(caller, today()) },
  )
}
