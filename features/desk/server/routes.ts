import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { deskApi } from '../contract.ts'
import { listOrganisations } from './organisations.ts'

export const deskRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, deskApi, {
    deskOrganisations: (asked) => listOrganisations(app, asked),
  })
