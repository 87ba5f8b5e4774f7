import { z } from 'zod'
import { Hit, QueryText } from '#features/catalogue/contract.ts'
import { get, getOrPost, post, problems } from '#kit/contract.ts'
import { Content, DownloadRequest, RequestName } from '../contract.ts'

const query = z.strictObject({ bodybuilderquery: QueryText })
const hits = z.object({ hits: z.object({ total: z.number().int(), hits: z.array(Hit) }) })
/** A calendar day, as in `2026-11-21`. */
const Day = z.iso.date()

/** Records found by other ways than identifiers. */
export const askApi = {
  titleSearch: getOrPost('/rest/mydownload/title/search', {
    who: 'staff',
    forKeys: true,
    summary: 'Titles that match at least 70 % of the words, at most 20; no audio, music or video',
    input: query,
    reply: hits,
  }),
  viewItems: getOrPost('/rest/mydownload/items/view', {
    who: 'staff',
    forKeys: true,
    summary: 'A search among the records of the school’s own download requests',
    input: query,
    reply: hits,
  }),
  createDigital: post('/rest/mydownload/request/digital/create', {
    who: 'staff',
    forKeys: true,
    summary: 'Request the digital content catalogued from one day to another, at most 92 days apart and 4,000 records',
    input: z.strictObject({
      bodybuilderquery: QueryText.optional(),
      requestName: RequestName.optional(),
      from: Day,
      to: Day,
      content: Content.optional(),
    }),
    reply: z.object({ response: DownloadRequest }),
  }),
  /** Beyond the specification: what a request of these days would hold, before it is made. */
  countDigital: get('/rest/mydownload/request/digital/count', {
    who: 'staff',
    forKeys: true,
    summary: 'How many records of digital content were catalogued from one day to another',
    input: z.strictObject({ from: Day, to: Day }),
    reply: z.object({ response: z.object({ count: z.number().int() }) }),
  }),
  createCollection: post('/rest/mydownload/request/collection/create', {
    who: 'staff',
    summary: 'Request the records of a collection',
    input: z.strictObject({ collectionId: z.string().max(200), content: Content.optional() }),
    reply: z.object({ response: DownloadRequest }),
  }),
}

export const mostDigitalDays = 92

export const askProblem = problems({
  range_too_long: [400, 'Date range should be less than 3 months'],
  range_backwards: [400, 'The first day is after the last one.'],
  collection_not_found: [404, 'There is no such collection.'],
})
