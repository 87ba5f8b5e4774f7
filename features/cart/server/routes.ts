import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { cartApi } from '../contract.ts'
import { cartItems, countCart } from './cart.ts'

/** The bundled cart; where `CMS_URL` names another content site, that one answers. */
export function cartRoutes(http: FastifyInstance, app: App) {
  if (app.env.cmsUrl) return
  serve(http, app, cartApi, {
    cartItems: ({ cmsId }, { caller }) => cartItems(app.db, caller, cmsId, app.clock()),
    countCart: ({ userId }, { caller }) => countCart(app.db, caller, userId, app.clock()),
  })
}
