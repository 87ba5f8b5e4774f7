import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { templatesApi } from '../contract.ts'
import { addTemplate, allTemplates, changeTemplate, moveTemplate, removeTemplate } from './templates.ts'

export const templateRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, templatesApi, {
    answerTemplates: () => allTemplates(app.db),
    addTemplate: (input, { caller }) => addTemplate(app, caller, input),
    changeTemplate: (input, { caller }) => changeTemplate(app, caller, input),
    moveTemplate: (input, { caller }) => moveTemplate(app, caller, input),
    removeTemplate: (input, { caller }) => removeTemplate(app, caller, input),
  })
