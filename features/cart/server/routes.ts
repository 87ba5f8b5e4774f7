import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { cartApi, ownCartApi } from '../contract.ts'
import { cartItems, countCart } from './cart.ts'
import { forgetCart, restoreCart } from './expired-cart.ts'
import { addToCart, changeCartItem, notePurchaseOrder, readCart, removeCartItem } from './own-cart.ts'

/** The bundled cart; where `CMS_URL` names another content site, that one answers. */
export function cartRoutes(http: FastifyInstance, app: App) {
  if (app.env.cmsUrl) return
  serve(http, app, cartApi, {
    cartItems: ({ cmsId }, { caller }) => cartItems(app.db, caller, cmsId, app.clock()),
    countCart: ({ userId }, { caller }) => countCart(app.db, caller, userId, app.clock()),
  })
  serve(http, app, ownCartApi, {
    readCart: (_, { caller }) => readCart(app, caller),
    addToCart: (asked, { caller }) => addToCart(app, caller, asked),
    changeCartItem: (asked, { caller }) => changeCartItem(app, caller, asked),
    removeCartItem: (asked, { caller }) => removeCartItem(app, caller, asked),
    notePurchaseOrder: (asked, { caller }) => notePurchaseOrder(app, caller, asked),
    restoreCart: ({ cmsId }, { caller }) => restoreCart(app, caller, cmsId),
    forgetCart: ({ cmsId }, { caller }) => forgetCart(app, caller, cmsId),
  })
}
