import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { deskShopApi, shopApi } from '../contract.ts'
import {
  addPrice,
  addProduct,
  changeProduct,
  deskProducts,
  removePrice,
  withdrawProduct,
} from '../desk/server/desk-products.ts'
import { listProducts, previewPrice } from './products.ts'

export function shopRoutes(http: FastifyInstance, app: App) {
  serve(http, app, shopApi, {
    listProducts: (input, { caller }) => listProducts(app, caller, input),
    previewPrice: (input, { caller }) => previewPrice(app, caller, input),
  })
  serve(http, app, deskShopApi, {
    deskProducts: () => deskProducts(app),
    addProduct: (typed, { caller }) => addProduct(app, caller, typed),
    changeProduct: (typed, { caller }) => changeProduct(app, caller, typed),
    withdrawProduct: (input, { caller }) => withdrawProduct(app, caller, input),
    addPrice: (typed, { caller }) => addPrice(app, caller, typed),
    removePrice: (input, { caller }) => removePrice(app, caller, input),
  })
}
