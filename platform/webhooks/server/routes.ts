import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { webhooksApi } from '../contract.ts'
import { listDeliveries, pingWebhook, sendAgain } from './deliveries.ts'
import { changeWebhook, listWebhooks, makeWebhook, removeWebhook, renewWebhook } from './manage-webhooks.ts'

export const webhookRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, webhooksApi, {
    webhooks: (_, { caller }) => listWebhooks(app, caller),
    makeWebhook: (input, { caller }) => makeWebhook(app, caller, input),
    changeWebhook: (input, { caller }) => changeWebhook(app, caller, input),
    renewWebhook: (input, { caller }) => renewWebhook(app, caller, input),
    removeWebhook: (input, { caller }) => removeWebhook(app, caller, input),
    pingWebhook: (input, { caller }) => pingWebhook(app, caller, input),
    webhookDeliveries: (input, { caller }) => listDeliveries(app, caller, input),
    sendWebhookAgain: (input, { caller }) => sendAgain(app, caller, input),
  })
