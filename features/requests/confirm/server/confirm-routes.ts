import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { serve } from '#kit/server/serve.ts'
import { barcodePicture, postageSlip, postageSlipFile } from '../../postage-slip/server/postage-slip.ts'
import { confirmApi } from '../contract.ts'
import { confirmRequest, confirmView } from './confirm.ts'

export const confirmRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, confirmApi, {
    confirmView: ({ id }, { caller }) => confirmView(app, caller, id),
    confirmRequest: (input, { caller }) => confirmRequest(app, caller, input),
    postageSlip: ({ id }, { caller }) => postageSlip(app, caller, id),
    postageSlipPdf: async ({ id }, { caller, request, reply }) =>
      sendFile(request, reply, await postageSlipFile(app, caller, id)),
    barcode: (input, { reply }) => {
      // Immutable: a number's barcode never changes.
      reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/svg+xml')
      return barcodePicture(input)
    },
  })
