import { z } from 'zod'
import { Hit } from '#features/catalogue/contract.ts'
import { get, post, problems } from '#kit/contract.ts'
import { Content, DownloadRequest } from '../contract.ts'

export const CollectionCategory = z.object({
  id: z.string(),
  name: z.string(),
  /** '' on the top level. */
  parentId: z.string(),
  /** Categories directly below it, and collections in it and at any depth below it. */
  categories: z.number().int(),
  collections: z.number().int(),
})
export type CollectionCategory = z.infer<typeof CollectionCategory>

export const Collection = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  categoryId: z.string(),
  categoryName: z.string(),
  /** Its records that are in the catalogue. */
  recordCount: z.number().int(),
  /** Names for `/covers/{imageFileName}`: of its first records with a cover, at most four. */
  covers: z.array(z.string()),
  updatedDate: z.string(),
})
export type Collection = z.infer<typeof Collection>

const ofCategory = z.strictObject({ categoryId: z.string().max(200) })

export const collectionsApi = {
  firstCategories: get('/rest/collection/categories/first', {
    who: 'staff',
    summary: 'The top-level categories, in the provider’s order',
    reply: z.object({ response: z.array(CollectionCategory) }),
  }),
  categoriesBelow: get('/rest/collection/category', {
    who: 'staff',
    summary: 'The categories below another; none if that one is unknown',
    input: ofCategory,
    reply: z.object({ response: z.array(CollectionCategory) }),
  }),
  listCollections: get('/rest/collection/list', {
    who: 'staff',
    summary: 'The collections in a category and those below it',
    input: ofCategory,
    reply: z.object({ response: z.array(Collection) }),
  }),
  /** Beyond the specification: a preview of a collection before it is requested. */
  previewCollection: get('/rest/collection/records', {
    who: 'staff',
    summary: 'The records of a collection that are in the catalogue, in its order, 20 per page',
    input: z.strictObject({
      collectionId: z.string().max(200),
      pageNumber: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    reply: z.object({
      response: z.array(Hit),
      totalCount: z.number().int(),
      /** The path of its Atom feed; '' while the open web is closed. */
      feed: z.string(),
    }),
  }),
  createCollection: post('/rest/mydownload/request/collection/create', {
    who: 'staff',
    summary: 'Request the records of a collection',
    input: z.strictObject({ collectionId: z.string().max(200), content: Content.optional() }),
    reply: z.object({ response: DownloadRequest }),
  }),
}

export const lookedIntoAtOnce = 20
export const coversShown = 4

export const collectionProblem = problems({
  category_not_found: [404, 'We couldn’t find this category.'],
  collection_not_found: [404, 'We couldn’t find this collection.'],
  no_such_collection: [404, 'We couldn’t find this collection.'],
})
