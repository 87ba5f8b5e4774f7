import type { App } from '#app/app.ts'
import type { Hit } from '#features/catalogue/contract.ts'
import type { Input } from '#kit/contract.ts'
import { collectionProblem, type collectionsApi, lookedIntoAtOnce } from '../contract.ts'
import { collectionRecords } from './collections.ts'

/** A page of a collection's records, in its order; what is no longer in the catalogue is neither shown nor counted. */
export async function lookIntoCollection(
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
