import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Hit } from '#features/catalogue/contract.ts'
import type { Input } from '#kit/contract.ts'
import { serve } from '#kit/server/serve.ts'
import { collectionProblem, collectionsApi, lookedIntoAtOnce } from '../contract.ts'
import { categoriesBelow, collectionRecords, firstCategories, listCollections } from './collections.ts'
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

/** A page of a collection's records, in its order; what is no longer in the catalogue is neither shown nor counted. */
async function lookIntoCollection(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  { collectionId, pageNumber = 1 }: Input<typeof collectionsApi.lookIntoCollection>,
): Promise<{ response: Hit[]; totalCount: number }> {
  const collection = await collectionRecords({ db }, collectionId)
  if (!collection) throw collectionProblem('no_such_collection')
  const present = await catalogue.known(collection.ids)
  const from = (pageNumber - 1) * lookedIntoAtOnce
  const documents = await catalogue.documents(present.slice(from, from + lookedIntoAtOnce))
  return {
    response: documents.map((document) => ({ _id: document.id, _score: null, _source: document })),
    totalCount: present.length,
  }
}
