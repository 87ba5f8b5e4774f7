import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { accessKeysApi } from '../contract.ts'
import { changeAccessKey, listAccessKeys, makeAccessKey, renewAccessKey, withdrawAccessKey } from './access-keys.ts'

export const accessKeyRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, accessKeysApi, {
    accessKeys: (_, { caller }) => listAccessKeys(app, caller),
    makeAccessKey: (input, { caller }) => makeAccessKey(app, caller, input),
    changeAccessKey: (input, { caller }) => changeAccessKey(app, caller, input),
    renewAccessKey: (input, { caller }) => renewAccessKey(app, caller, input),
    withdrawAccessKey: (input, { caller }) => withdrawAccessKey(app, caller, input),
  })
