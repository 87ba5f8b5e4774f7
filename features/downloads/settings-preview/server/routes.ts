import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { authoriseDownloads } from '../../server/create-request.ts'
import { settingsPreviewApi } from '../contract.ts'
import { previewSettings } from './preview.ts'
import { previewRecords } from './preview-records.ts'

export const settingsPreviewRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    settingsPreviewApi,
    {
      previewSettings: (input, { caller }) => previewSettings(app, caller, input),
      previewRecords: ({ id }, { caller }) => previewRecords(app, caller, id),
    },
    // The preview contains the record, which requires a subscription.
    { previewSettings: (caller) => authoriseDownloads(caller, app.clock) },
  )
