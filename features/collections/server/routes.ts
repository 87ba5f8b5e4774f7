import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { collectionsApi } from '../contract.ts'
import { categoriesBelow, firstCategories, listCollections } from './collections.ts'
import { lookIntoCollection } from './look-into-collection.ts'
import { openRecordCounts } from './record-counts.ts'

export function collectionRoutes(http: FastifyInstance, app: App) {
  const counts = openRecordCounts(app)
  serve(http, app, collectionsApi, {
    firstCategories: () => firstCategories(app.db),
    categoriesBelow: ({ categoryId }) => categoriesBelow(app.db, categoryId),
    listCollections: ({ categoryId }) => listCollections({ db: app.db, counts }, categoryId),
    lookIntoCollection: (input) => lookIntoCollection(app, input),
  })
}
