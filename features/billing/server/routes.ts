import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { billingApi } from '../contract.ts'
import { listInvoices } from './billing.ts'

export const billingRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, billingApi, { listInvoices: (_, { caller }) => listInvoices(app, caller) })
