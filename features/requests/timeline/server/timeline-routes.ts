import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { authoriseDownloads } from '#features/downloads/server/downloads.ts'
import { serve } from '#kit/server/serve.ts'
import { timelineApi } from '../contract.ts'
import { downloadCatalogued, sendMessage, timeline, waitingMessages, withdrawItem } from './timeline.ts'

export function timelineRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    timelineApi,
    {
      timeline: ({ id }, { caller }) => timeline(app, caller.customerId, id),
      waitingMessages: (_, { caller }) => waitingMessages(app.db, caller.customerId),
      sendMessage: (input, { caller }) => sendMessage(app, caller, input),
      withdrawItem: (input, { caller }) => withdrawItem(app, caller, input),
      downloadCatalogued: (input, { caller, signal }) => downloadCatalogued(app, caller, input, signal),
    },
    // Downloads require a subscription, and so do these.
    { downloadCatalogued: (caller) => authoriseDownloads(caller, app.clock) },
  )
}
