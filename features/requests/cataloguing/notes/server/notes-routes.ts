import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { notesApi } from '../contract.ts'
import { addNote, notesOf, removeNote } from './notes.ts'

export const noteRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, notesApi, {
    colleagueNotes: ({ itemId }, { caller }) => notesOf(app, caller, itemId),
    addColleagueNote: (input, { caller }) => addNote(app, caller, input),
    removeColleagueNote: (input, { caller }) => removeNote(app, caller, input),
  })
