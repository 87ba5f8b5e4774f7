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
    listProducts: (asked, { caller }) => listProducts(app, caller, asked),
    previewPrice: (asked, { caller }) => previewPrice(app, caller, asked),
  })
  serve(http, app, deskShopApi, {
    deskProducts: () => deskProducts(app),
    addProduct: (typed, { caller }) => addProduct(app, caller, typed),
    changeProduct: (typed, { caller }) => changeProduct(app, caller, typed),
    withdrawProduct: (asked, { caller }) => withdrawProduct(app, caller, asked),
    addPrice: (typed, { caller }) => addPrice(app, caller, typed),
    removePrice: (asked, { caller }) => removePrice(app, caller, asked),
  })
}
