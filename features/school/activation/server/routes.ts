import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { activationApi } from '../contract.ts'
import { activate, checkActivation } from './activation.ts'

export function activationRoutes(http: FastifyInstance, app: App) {
  serve(http, app, activationApi, {
    checkActivation: async ({ kind, id }) => ({ response: await checkActivation(app, kind, id) }),
    activateTrial: async ({ id }) => ({ response: await activate(app, 'free-trial', id) }),
    activateComplimentary: async ({ id }) => ({ response: await activate(app, 'complimentary', id) }),
    activateComplimentaryStudent: async ({ id }) => ({ response: await activate(app, 'complimentary-student', id) }),
  })
}
