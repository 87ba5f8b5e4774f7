import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { checkSignInApi } from '../contract.ts'
import { checkSignIn } from './check-sign-in.ts'

export const checkSignInRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, checkSignInApi, {
    checkSignIn: (input, { caller }) => checkSignIn(app, caller, input),
  })
