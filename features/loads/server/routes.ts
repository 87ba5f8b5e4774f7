import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { loadsApi } from '../contract.ts'
import { exportLoad } from './export-load.ts'
import { listEntries, listLoads, oneLoad } from './list-loads.ts'

export const loadRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, loadsApi, {
    deskLoads: (asked) => listLoads(app.db, asked),
    deskLoad: async ({ loadId }) => ({ response: await oneLoad(app.db, loadId) }),
    deskLoadEntries: (asked) => listEntries(app.db, asked),
    deskLoadCsv: (asked, { reply }) => exportLoad(app.db, asked, reply),
  })
