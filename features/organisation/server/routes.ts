import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { deskSchoolApi, organisationApi } from '../contract.ts'
import { admitAfterPin, enterPin, lockAgain, pinState } from './enter-pin.ts'
import { mendContacts, readContacts } from './mend-contacts.ts'
import { updateCustomer } from './organisation.ts'
import { renewPin } from './renew-pin.ts'

export function organisationRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    organisationApi,
    {
      updateCustomer: (input, { caller }) => updateCustomer(app, caller, input),
      enterPin: (input, { caller }) => enterPin(app, caller, input),
      pinState: (_, { caller }) => pinState(app, caller),
      lockAgain: (_, { caller }) => lockAgain(app, caller),
      retrievePin: async (_, { caller }) => {
        await renewPin(app, caller)
        return pinState(app, caller)
      },
    },
    { updateCustomer: (caller) => admitAfterPin(app, caller) },
  )
  serve(http, app, deskSchoolApi, {
    deskContacts: ({ customerId }) => readContacts(app.db, customerId),
    mendContacts: (given, { caller }) => mendContacts(app, caller, given),
    deskResetPin: async ({ customerId }, { caller: { userId, role } }) => ({
      response: { mailedTo: await renewPin(app, { customerId, userId, role }) },
    }),
  })
}
