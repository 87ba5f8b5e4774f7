import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { depotsApi } from '../contract.ts'
import { allDepots, localDepots } from './depots.ts'
import { addDepot, changeDepot, deskDepots } from './desk-depots.ts'

export const depotRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, depotsApi, {
    localDepots: ({ id }, { caller }) => localDepots(app, caller, id),
    depots: (_, { caller }) => allDepots(app, caller),
    deskDepots: () => deskDepots(app),
    addDepot: (depot, { caller }) => addDepot(app, caller, depot),
    changeDepot: (change, { caller }) => changeDepot(app, caller, change),
  })
