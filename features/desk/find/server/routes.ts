import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { openSearchBox } from '#features/catalogue/search-box/server/search-box.ts'
import { serve } from '#kit/server/serve.ts'
import { deskFindApi } from '../contract.ts'
import { findAtDesk } from './find.ts'

export function deskFindRoutes(http: FastifyInstance, app: App) {
  const suggest = openSearchBox(app)
  serve(http, app, deskFindApi, {
    deskFind: async ({ text }, { signal }) => ({
      response: { ...(await findAtDesk(app, text)), suggested: await suggest(text, signal) },
    }),
  })
}
