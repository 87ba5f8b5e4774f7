import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { Chosen, DownloadRequest, ItemType, maxIdentities, RecordIds, RequestName, RequestType } from '../contract.ts'

const Line = DownloadRequest.omit({
  identities: true,
  matchedRecords: true,
  unmatchedRecords: true,
  unmatchedReasons: true,
  choices: true,
  followedBy: true,
}).extend({
  matchedCount: z.number().int(),
  unmatchedCount: z.number().int(),
  /** Undecided identifiers, as in `choices` of the request. */
  choicesCount: z.number().int(),
  /** The name of the person who made it. */
  requestedBy: z.string(),
})
/** A request for one file of a single record. */
export const ItemLine = Line.extend({ itemType: ItemType })
export type ItemLine = z.infer<typeof ItemLine>
/** A request in a list: its lists of records and identifiers are replaced by their counts. */
export const RequestLine = Line.extend({
  /** With `view`, of a single record: the latest request of this person for each of its files, itself among them. */
  files: z.array(ItemLine).optional(),
})
export type RequestLine = z.infer<typeof RequestLine>

/** The specification's orders of download lists: 1 title (A-Z), 2 title (Z-A), 3 date, 4 relevancy. */
export const RequestOrder = z.enum(['1', '2', '3', '4'])

/** The specification's page size of the downloads list. */
export const requestsPerPage = 30

/** Requests that one ZIP has at most. */
export const maxTogether = 100

const reply = z.object({ response: DownloadRequest })
/** Calls for existing requests: find, hide, rename, choose records, remove records, download several. */
export const manageApi = {
  listRequests: get('/rest/mydownload/list', {
    who: 'staff',
    forKeys: 'download',
    summary: 'The school’s download requests, newest first, 30 per page',
    input: z.strictObject({
      /** Words of the name, or one requested identifier or record number. */
      query: z.string().trim().max(200).optional(),
      requestType: RequestType.optional(),
      /** A year, a month, or a day as in `2026-11-21`. */
      on: z
        .string()
        .regex(/^\d{4}(-\d\d){0,2}$/)
        .optional(),
      selectedOrder: RequestOrder.optional(),
      pageNumber: z.coerce.number().int().min(1).max(10_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).optional(),
      /**
       * As My downloads shows them: the requests of one person for one record are one row, that of the latest. `shown`
       * leaves out the rows that the caller has hidden; `hidden` has only these.
       */
      view: z.enum(['shown', 'hidden']).optional(),
    }),
    reply: z.object({
      response: z.array(RequestLine),
      totalCount: z.number().int(),
      /** With `view`: the rows that the caller has hidden. */
      hiddenCount: z.number().int().optional(),
    }),
  }),
  hideRequests: post('/rest/mydownload/request/hide', {
    who: 'staff',
    summary:
      'Hide requests from the caller’s own list of downloads, or show them again; with one of a single record, all of its row',
    input: z.strictObject({ requestIds: z.array(z.string()).min(1).max(maxTogether), hidden: z.boolean() }),
  }),
  downloadTogether: get('/rest/mydownload/download/together', {
    who: 'staff',
    forKeys: 'download',
    summary: 'The finished files of several requests as one ZIP, at most 100',
    input: z.strictObject({
      /** Comma-separated. */
      requestIds: z.string(),
    }),
    answers: 'file',
    mediaTypes: ['application/zip'],
  }),
  yearAndDay: get('/rest/mydownload/yearandday', {
    who: 'staff',
    summary: 'How many requests the school made, by year and by day of the last 366 days',
    reply: z.object({
      response: z.object({
        years: z.array(z.object({ year: z.number().int(), count: z.number().int(), records: z.number().int() })),
        days: z.array(z.object({ day: z.string(), count: z.number().int(), records: z.number().int() })),
      }),
    }),
  }),
  removeItems: post('/rest/mydownload/request/item/remove', {
    who: 'staff',
    summary: 'Remove matched records from a request and make its file again',
    input: z.strictObject({ requestId: z.string(), identities: z.union([RecordIds, z.string()]) }),
    reply,
  }),
  chooseRecords: post('/rest/mydownload/request/choose', {
    who: 'staff',
    summary:
      'Resolve identifiers that several records have, or that records hold as cancelled or invalid: choose which of them are in the file, or none',
    input: z.strictObject({
      requestId: z.string(),
      chosen: z.array(Chosen).min(1).max(maxIdentities),
    }),
    reply,
    bodyLimit: 2 * 1024 * 1024,
  }),
  renameRequest: post('/rest/mydownload/request/rename', {
    who: 'staff',
    summary: 'Rename a request',
    input: z.strictObject({ requestId: z.string(), requestName: RequestName.min(1) }),
    reply,
  }),
}

export const manageProblem = problems({
  already_downloaded: [409, 'Unable to edit matched records list since this data has already been downloaded.'],
  nothing_to_remove: [400, 'No records to remove were selected'],
  not_in_request: [404, 'These records aren’t in the request.'],
  headings_stay: [409, 'You can’t remove single headings from this request.'],
  no_such_choice: [409, 'This identifier has already been resolved.'],
  still_made: [409, 'This request requires more time.'],
  no_such_day: [400, 'This date doesn’t exist.'],
  too_many_together: [400, `One ZIP has the files of at most ${maxTogether} requests. Please select fewer.`],
  nothing_ready: [409, 'None of these requests has a file to download.'],
  name_missing: [400, 'Please enter a name.'],
})
