import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { admitToDownloads } from '#features/downloads/server/downloads.ts'
import { serve } from '#kit/server/serve.ts'
import { settingsApi } from '../contract.ts'
import { previewSettings } from './preview.ts'
import { previewRecords } from './preview-records.ts'
import { settingChoices } from './setting-choices.ts'
import { customerSettings, settingsChanges, updateSettings } from './settings.ts'

export const settingsRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    settingsApi,
    {
      customerSettings: ({ id }, { caller }) => customerSettings(app, caller, id),
      updateSettings: (input, { caller }) => updateSettings(app, caller, input),
      settingsChanges: ({ id }, { caller }) => settingsChanges(app, caller, id),
      previewSettings: (input, { caller }) => previewSettings(app, caller, input),
      previewRecords: ({ id }, { caller }) => previewRecords(app, caller, id),
      fileFormats: () => settingChoices.fileFormats,
      deweyPreferences: () => settingChoices.deweyPreferences,
      deweyHoldings: () => settingChoices.deweyHoldings,
      isbnFormats: () => settingChoices.isbnFormats,
      headingFormats: () => settingChoices.headingFormats,
      duplicateHandlings: () => settingChoices.duplicateHandlings,
    },
    // The record in it is what a subscription pays for.
    { previewSettings: (caller) => admitToDownloads(caller, app.clock()) },
  )
