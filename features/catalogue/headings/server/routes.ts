import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { authoriseSearch } from '#features/catalogue/server/catalogue.ts'
import { serve } from '#kit/server/serve.ts'
import { headingsApi } from '../contract.ts'
import { searchHeadings } from './headings.ts'
import { showStandard } from './standard.ts'

export function headingRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    headingsApi,
    {
      searchHeadings: ({ bodybuilderquery }, { signal }) => searchHeadings(app, bodybuilderquery, signal),
      standard: ({ fileName }, { signal }) => showStandard(app, fileName, signal),
    },
    { searchHeadings: authoriseSearch },
  )
}
