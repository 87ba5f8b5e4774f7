import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { attachmentsApi } from '../attachments-contract.ts'
import { picturePlaces } from './attach-places.ts'
import { scanFiles } from './attach-scan-files.ts'
import { showOwn, showToDesk } from './attach-show.ts'

export const attachmentRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    attachmentsApi,
    {
      scanFiles: ({ files }, { caller }) => scanFiles(app, caller, files),
      attachment: (asked, { caller, ...sending }) => showOwn(app, caller.customerId, asked, sending),
      deskAttachment: (asked, sending) => showToDesk(app, asked, sending),
    },
    { scanFiles: picturePlaces(app).ofPictures },
  )
