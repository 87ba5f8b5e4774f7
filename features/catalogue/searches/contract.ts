import { z } from 'zod'
import { QueryText } from '#features/catalogue/contract.ts'
import { linkRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'

/** A search that a person saved. It is run once a day for new records. */
export const SavedSearch = z.object({
  id: z.string(),
  name: z.string(),
  /** The query string of the results screen, without `?`. */
  address: z.string(),
  /** Whether new records are announced by mail. */
  mail: z.boolean(),
  /** Records found since the person last opened it. */
  newRecords: z.number().int(),
  createdDate: z.string(),
  /** Its last run for new records. */
  lastRunDate: z.string(),
  /** Why it can no longer be run, as a sentence; '' if it can. */
  problem: z.string(),
  /** The path of its Atom feed, which works without sign-in; '' if there is none. */
  feed: z.string(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const maxSavedSearches = 50
export const maxSearchNameLength = 200
/** Characters; the longest address that our own server accepts. */
export const maxAddressLength = 16_384

const one = z.strictObject({ id: z.string() })
const reply = z.object({ response: SavedSearch })

export const searchesApi = {
  saveSearch: post('/rest/savedsearch/save', {
    who: 'staff',
    summary: 'Save a search; what it finds now doesn’t count as new',
    input: z.strictObject({
      name: z.string().refine(...linkRule),
      /** The query string of the results screen; it may start with `?` or the path. */
      address: z.string().max(maxAddressLength),
      /** The query of the results screen at this address; its page and size are ignored. */
      bodybuilderquery: QueryText,
      mail: z.boolean().default(false),
    }),
    reply,
  }),
  listSearches: get('/rest/savedsearch/list', {
    who: 'staff',
    summary: 'The caller’s saved searches, by name',
    reply: z.object({ response: z.array(SavedSearch) }),
  }),
  changeSearch: post('/rest/savedsearch/change', {
    who: 'staff',
    summary: 'Rename a saved search, or turn its emails or its feed on or off',
    input: one.extend({
      name: z
        .string()
        .refine(...linkRule)
        .optional(),
      mail: z.boolean().optional(),
      /** True: gives it a feed, if it has none; `renew`: at a new address; false: its address no longer works. */
      feed: z.union([z.boolean(), z.literal('renew')]).optional(),
    }),
    reply,
  }),
  /** Resets `newRecords` to 0. */
  seenSearch: post('/rest/savedsearch/seen', {
    who: 'staff',
    summary: 'Mark a saved search as opened, so that nothing in it is new',
    input: one,
    reply,
  }),
  deleteSearch: post('/rest/savedsearch/delete', {
    who: 'staff',
    summary: 'Delete a saved search',
    input: one,
    reply: z.object({ messages: z.array(z.string()) }),
  }),
}

export const searchProblem = problems({
  search_not_found: [404, 'We couldn’t find this saved search.'],
  search_name_missing: [400, 'Please enter a name.'],
  search_name_too_long: [400, `A name can have at most ${maxSearchNameLength} characters.`],
  bad_search_address: [400, 'This isn’t the address of a search.'],
  too_many_searches: [409, `You can save at most ${maxSavedSearches} searches. Please remove one first.`],
})
