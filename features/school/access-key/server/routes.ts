import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { accessKeyApi } from '../contract.ts'
import { accessKey, renewAccessKey, withdrawAccessKey } from './access-key.ts'

export const accessKeyRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, accessKeyApi, {
    accessKey: (_, { caller }) => accessKey(app, caller),
    renewAccessKey: (_, { caller }) => renewAccessKey(app, caller),
    withdrawAccessKey: (_, { caller }) => withdrawAccessKey(app, caller),
  })
