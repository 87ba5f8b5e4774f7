import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { z3950Api } from '../contract.ts'
import { chooseLibrarySystem, resetZ3950Password, z3950Settings } from './z3950.ts'

export const z3950Routes = (http: FastifyInstance, app: App) =>
  serve(http, app, z3950Api, {
    z3950Settings: ({ customerId }, { caller }) => z3950Settings(app, caller, customerId),
    resetZ3950Password: (input, { caller }) => resetZ3950Password(app, caller, input),
    chooseLibrarySystem: (input, { caller }) => chooseLibrarySystem(app, caller, input),
  })
