import { z } from 'zod'
import { get } from '#kit/contract.ts'
import { Counts, Hit, OtherReading } from '../contract.ts'
import { type ResultFacet, resultFacets } from '../facets.ts'
import { sortOptions } from '../rules.ts'

const once = {
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? 'is given more than once' : undefined),
}
const count = z.string(once).regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1')
/** Facet values: one, or several by repetition, which are alternatives. */
const values = z.union([z.string(), z.array(z.string()).max(20)]).optional()
const facetValues = Object.fromEntries(resultFacets.map(({ field }) => [field, values])) as Record<
  ResultFacet,
  typeof values
>

/** A search by names and values, for callers that do not build a query. */
export const FieldSearch = z.strictObject({
  indexName: z.literal('Global', { error: () => 'must be Global' }).default('Global'),
  pageNumber: count.default('1').transform(Number),
  pageSize: count.transform(Number).optional(),
  /** As typed into the search box. */
  query: z.string(once).optional(),
  /** If nothing or little is found, the best other reading of the words comes too. */
  otherwise: z.literal('true').optional(),
  selectedOrder: z.enum(sortOptions.map((each) => each.selectedOrder)).optional(),
  orderByOperator: z.enum(['asc', 'desc']).optional(),
  /** `publicationYear`: a year, two years joined by a hyphen, or a range of the facet. */
  ...facetValues,
})
export type FieldSearch = z.infer<typeof FieldSearch>

export const FieldSearchReply = z.object({
  response: z.object({
    results: z.array(Hit),
    pageNumber: z.number().int(),
    totalCount: z.number().int(),
    pageSize: z.number().int(),
    aggregations: Counts,
    otherwise: OtherReading.extend({
      results: z.array(Hit),
      totalCount: z.number().int(),
      aggregations: Counts,
    }).optional(),
  }),
})

const Named = z.object({ code: z.string(), name: z.string() })
const Category = z.object({ category: z.string(), subcategories: z.array(z.string()) })

/** The choices of the advanced search form. A list that could not be looked up is null; the others come anyway. */
export const AdvancedCriteria = z.object({
  fields: z.array(Named),
  types: z.array(Named),
  operations: z.array(Named),
  resourceTypes: z.array(Category),
  languages: z.array(z.string()).nullable(),
  countries: z.array(Named),
  /** The genre groups first, then the catalogue's other genre terms. */
  genres: z.array(Category).nullable(),
  learningAreas: z.array(z.string()).nullable(),
  issuance: z.array(Named),
})
export type AdvancedCriteria = z.infer<typeof AdvancedCriteria>

export const advancedApi = {
  advancedCriteria: get('/rest/catalogue/advanced/criteria', {
    who: 'student',
    forKeys: 'search',
    summary: 'The choices in the advanced search form',
    reply: z.object({ response: AdvancedCriteria }),
  }),
  countries: get('/public/data/countries.json', {
    who: 'visitor',
    summary: 'Places of publication: a JSON list of { code, name }',
    answers: 'file',
    mediaTypes: ['application/json'],
  }),
}
