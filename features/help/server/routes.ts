import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { helpApi } from '../contract.ts'
import { contactDesk } from './contact-desk.ts'
import { endHints, readHints } from './hints.ts'
import { watchServices } from './watch-services.ts'

export const helpRoutes = (http: FastifyInstance, app: App) => {
  const serviceStatus = watchServices(app)
  return serve(http, app, helpApi, {
    contact: async (message, { caller }) => ({ response: await contactDesk(app, caller, message) }),
    serviceStatus: async () => ({ response: await serviceStatus() }),
    hints: async (_, { caller }) => ({ response: await readHints(app, caller) }),
    endHints: async (_, { caller }) => ({ response: await endHints(app, caller) }),
  })
}
