import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { downloadsApi } from '../contract.ts'
import { admitToDownloads, createRequest } from './create-request.ts'
import { downloadFile, requestDetails, requestStatus } from './downloads.ts'

export const downloadRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    downloadsApi,
    {
      createRequest: (input, { caller, signal }) => createRequest(app, caller, input, signal),
      requestDetails: ({ requestId }, { caller }) => requestDetails(app, caller.customerId, requestId),
      requestStatus: ({ requestId }, { caller }) => requestStatus(app, caller.customerId, requestId),
      downloadFile: ({ requestId }, { caller, request, reply }) =>
        downloadFile(app, caller.customerId, requestId, { request, reply }),
    },
    { createRequest: (caller) => admitToDownloads(caller, app.clock()) },
  )
