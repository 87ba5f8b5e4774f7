import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { messagesApi } from '../contract.ts'
import { changeMessage, deskMessages, endMessage, removeMessage, writeMessage } from './desk-messages.ts'
import { activeMessages, banner } from './messages.ts'

export const messageRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, messagesApi, {
    activeMessages: (_, { caller }) => activeMessages(app, caller),
    banner: (_, { caller }) => banner(app, caller),
    deskMessages: () => deskMessages(app),
    writeMessage: (draft, { caller }) => writeMessage(app, caller, draft),
    changeMessage: (draft, { caller }) => changeMessage(app, caller, draft),
    endMessage: ({ id }, { caller }) => endMessage(app, caller, id),
    removeMessage: ({ id }, { caller }) => removeMessage(app, caller, id),
  })
