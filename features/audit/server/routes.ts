import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { auditApi } from '../contract.ts'
import { listAudit } from './audit.ts'

export const auditRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, auditApi, {
    customerAudit: ({ page }, { caller }) => listAudit(app.db, { page, customerId: caller.customerId }),
    deskAudit: (asked) => listAudit(app.db, asked),
  })
