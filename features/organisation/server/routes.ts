import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { organisationApi } from '../contract.ts'
import { admitAfterPin, enterPin, lockAgain, pinState } from './enter-pin.ts'
import { updateCustomer } from './organisation.ts'
import { renewPin } from './renew-pin.ts'

export const organisationRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    organisationApi,
    {
      updateCustomer: (input, { caller }) => updateCustomer(app, caller, input),
      enterPin: (input, { caller }) => enterPin(app, caller, input),
      pinState: (_, { caller }) => pinState(app, caller),
      lockAgain: (_, { caller }) => lockAgain(app, caller),
      retrievePin: (_, { caller }) => renewPin(app, caller),
    },
    { updateCustomer: (caller) => admitAfterPin(app, caller) },
  )
