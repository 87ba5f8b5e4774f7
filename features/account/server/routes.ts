import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { accountApi } from '../contract.ts'
import { currentCustomer, currentUser } from './account.ts'
import { openIssuer } from './issuer.ts'
import { serveStyle } from './page-style.ts'
import { beginSignIn, finishSignIn, signOut } from './sign-in.ts'

export async function accountRoutes(http: FastifyInstance, app: App) {
  serveStyle(http)
  const issuer = await openIssuer(http, app)
  serve(http, app, accountApi, {
    currentUser: (_, { caller }) => currentUser(app.db, caller),
    currentCustomer: (_, { caller }) => currentCustomer(app.db, caller),
    login: ({ redirect }, call) => beginSignIn(app, issuer, redirect, call),
    loginCallback: (_, call) => finishSignIn(app, issuer, call),
    logout: (_, call) => signOut(app, issuer, call),
  })
}
