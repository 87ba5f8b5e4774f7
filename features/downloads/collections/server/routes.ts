import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Hit } from '#features/catalogue/contract.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import type { DownloadRequest } from '../../contract.ts'
import { authoriseDownloads, requestRecords } from '../../server/create-request.ts'
import { collectionProblem, collectionsApi, lookedIntoAtOnce } from '../contract.ts'
import { openContents } from './collection-contents.ts'
import { categoriesBelow, collectionRecords, firstCategories, listCollections } from './collections.ts'

export function collectionRoutes(http: FastifyInstance, app: App) {
  const contents = openContents(app)
  serve(
    http,
    app,
    collectionsApi,
    {
      firstCategories: () => firstCategories(app.db),
      categoriesBelow: ({ categoryId }) => categoriesBelow(app.db, categoryId),
      listCollections: ({ categoryId }) => listCollections({ db: app.db, contents }, categoryId),
      previewCollection: (input) => previewCollection(app, input),
      createCollection: (input, { caller, signal }) => createCollection(app, caller, input, signal),
    },
    { createCollection: (caller) => authoriseDownloads(caller, app.clock) },
  )
}

/** A page of a collection's records, in order; records that have left the catalogue are neither shown nor counted. */
async function previewCollection(
  { db, catalogue, env }: Pick<App, 'db' | 'catalogue' | 'env'>,
  { collectionId, pageNumber = 1 }: Input<typeof collectionsApi.previewCollection>,
): Promise<{ response: Hit[]; totalCount: number; feed: string }> {
  const collection = await collectionRecords({ db }, collectionId)
  if (!collection) throw collectionProblem('no_such_collection')
  const present = await catalogue.known(collection.ids)
  const from = (pageNumber - 1) * lookedIntoAtOnce
  const documents = await catalogue.documents(present.slice(from, from + lookedIntoAtOnce))
  return {
    response: documents.map((document) => ({ _id: document.id, _score: null, _source: document })),
    totalCount: present.length,
    feed: env.openRecords ? `/feeds/collections/${encodeURIComponent(collectionId)}.atom` : '',
  }
}

/** Requests the records of a collection that are in the catalogue, in the collection's order and under its name. */
async function createCollection(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'>,
  caller: SchoolCaller,
  { collectionId, content }: Input<typeof collectionsApi.createCollection>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const collection = await collectionRecords(app, collectionId)
  if (!collection) throw collectionProblem('collection_not_found')
  const { name, ids } = collection
  return requestRecords(app, caller, { type: 'COLLECTION', name, ids, content, asked: { collectionId } }, signal)
}
