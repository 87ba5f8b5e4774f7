import type { App } from '#app/app.ts'
import { collectionRecords } from '#features/collections/server/collections.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type askApi, askProblem } from '../ask-contract.ts'
import type { DownloadRequest } from '../contract.ts'
import { requestRecords } from './create-request.ts'

/** Requests what the catalogue has of a collection, in the collection's order and under its name. */
export async function createCollection(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>,
  caller: SchoolCaller,
  { collectionId, content }: Input<typeof askApi.createCollection>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const collection = await collectionRecords(app, collectionId)
  if (!collection) throw askProblem('collection_not_found')
  const { name, ids } = collection
  return requestRecords(app, caller, { type: 'COLLECTION', name, ids, content, asked: { collectionId } }, signal)
}
