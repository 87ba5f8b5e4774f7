import { z } from 'zod'
import { Hit } from '#features/catalogue/contract.ts'
import { get, getOrPost, post, problems } from '#kit/contract.ts'
import { DownloadRequest } from '../contract.ts'

const page = {
  pageNumber: z.coerce.number().int().min(1).max(10_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).optional(),
}

export const changedPerPage = 30

/** The records that a school has downloaded, and whether they have changed since. */
export const downloadedRecordsApi = {
  downloadedRecords: getOrPost('/rest/mydownload/downloaded', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Which of these records the school has downloaded, and when',
    input: z.strictObject({
      /** A list, or ids separated by commas. */
      bibIds: z.union([z.array(z.string().max(200)).max(4000), z.string().max(100_000)]),
    }),
    reply: z.object({
      response: z.array(
        z.object({
          id: z.string(),
          downloadedDate: z.string(),
          /** The record has changed since. */
          changed: z.boolean(),
        }),
      ),
    }),
  }),
  changedRecords: get('/rest/mydownload/changed', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Records that have changed since the school downloaded them, latest change first',
    input: z.strictObject(page),
    reply: z.object({
      response: z.array(Hit.extend({ downloadedDate: z.string(), changedDate: z.string() })),
      totalCount: z.number().int(),
      /** Records that the school has but the catalogue no longer does: they do not count as changed. */
      goneCount: z.number().int(),
    }),
  }),
  goneRecords: get('/rest/mydownload/gone', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Records the school downloaded that have since left the catalogue, latest first',
    input: z.strictObject(page),
    reply: z.object({
      response: z.array(
        z.object({ id: z.string(), title: z.string(), downloadedDate: z.string(), goneDate: z.string() }),
      ),
      totalCount: z.number().int(),
    }),
  }),
  requestChanged: post('/rest/mydownload/request/changed/create', {
    who: 'staff',
    forKeys: 'requests',
    summary: 'Request all records that have changed since the school downloaded them, at most 4,000 at once',
    reply: z.object({ response: DownloadRequest }),
  }),
}

export const downloadedRecordsProblem = problems({
  nothing_changed: [409, 'None of the records you downloaded have changed since.'],
})
