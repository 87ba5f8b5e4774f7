import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { rosterApi } from '../contract.ts'
import { applyRoster } from './apply-roster.ts'
import { chooseRosterSchool, discardRoster, previewRoster, rosterEntries, rosterState } from './roster.ts'

export function rosterRoutes(http: FastifyInstance, app: App) {
  serve(http, app, rosterApi, {
    roster: (_, { caller }) => rosterState(app, caller),
    previewRoster: (files, { caller }) => previewRoster(app, caller, files),
    chooseRosterSchool: (chosen, { caller }) => chooseRosterSchool(app, caller, chosen),
    rosterEntries: (page, { caller }) => rosterEntries(app, caller, page),
    applyRoster: (confirmed, { caller }) => applyRoster(app, caller, confirmed),
    discardRoster: ({ id }, { caller }) => discardRoster(app, caller, id),
  })
}
