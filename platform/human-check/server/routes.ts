import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { humanCheckApi } from '../contract.ts'
import { askForHumanCheck } from './human-check.ts'

export const humanCheckRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, humanCheckApi, {
    humanCheck: ({ action }) => askForHumanCheck(app, action),
  })
