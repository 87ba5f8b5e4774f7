import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { shopApi } from '../contract.ts'
import { listProducts, previewPrice } from './shop.ts'

export function shopRoutes(http: FastifyInstance, app: App) {
  serve(http, app, shopApi, {
    listProducts: (asked, { caller }) => listProducts(app, caller, asked),
    previewPrice: (asked, { caller }) => previewPrice(app, caller, asked),
  })
}
