import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { subscriptionsApi } from '../contract.ts'
import { listSubscriptions, renewSubscription } from './subscriptions.ts'

export function subscriptionRoutes(http: FastifyInstance, app: App) {
  serve(http, app, subscriptionsApi, {
    listSubscriptions: async (_, { caller }) => ({ response: await listSubscriptions(app, caller) }),
    renewSubscription: async ({ subscriptionId }, { caller }) => ({
      response: await renewSubscription(app, caller, subscriptionId),
    }),
  })
}
