import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { authoritiesApi } from '../contract.ts'
import { authoriseAuthorityFiles, authorityFiles, authorityReleases, downloadAuthorityFile } from './authorities.ts'
import { createUsedHeadings } from './used-headings.ts'

export const authorityRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    authoritiesApi,
    {
      authorityFiles: (_, { caller }) => authorityFiles(app, caller),
      authorityReleases: () => authorityReleases(app),
      downloadAuthorityFile: (input, sending) => downloadAuthorityFile(app, input, sending),
      createUsedHeadings: ({ kind }, { caller, signal }) => createUsedHeadings(app, caller, kind, signal),
    },
    {
      downloadAuthorityFile: (caller) => authoriseAuthorityFiles(caller, app.clock),
      createUsedHeadings: (caller) => authoriseAuthorityFiles(caller, app.clock),
    },
  )
