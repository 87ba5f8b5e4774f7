import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { auditApi } from '../contract.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit, listOfSchool } from './list-audit.ts'

export const auditRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, auditApi, {
    customerAudit: ({ page }, { caller }) => listOfSchool(app.db, { page, customerId: caller.customerId }),
    deskAudit: (asked) => listAudit(app.db, asked),
    deskAuditCsv: (filters, { caller, reply }) => exportAudit(app, caller, filters, reply),
  })
