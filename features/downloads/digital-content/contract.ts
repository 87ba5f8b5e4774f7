import { z } from 'zod'
import { QueryText } from '#features/catalogue/contract.ts'
import { dayText, get, post, problems } from '#kit/contract.ts'
import { Content, DownloadRequest, RequestName } from '../contract.ts'

export const digitalContentApi = {
  createDigital: post('/rest/mydownload/request/digital/create', {
    who: 'staff',
    forKeys: 'requests',
    summary: 'Request the digital content catalogued from one day to another, at most 92 days apart and 4,000 records',
    input: z.strictObject({
      bodybuilderquery: QueryText.optional(),
      requestName: RequestName.optional(),
      from: dayText(),
      to: dayText(),
      content: Content.optional(),
    }),
    reply: z.object({ response: DownloadRequest }),
  }),
  /** Beyond the specification: the size of a request for these days, before it is made. */
  countDigital: get('/rest/mydownload/request/digital/count', {
    who: 'staff',
    forKeys: 'download',
    summary: 'How many records of digital content were catalogued from one day to another',
    input: z.strictObject({ from: dayText(), to: dayText() }),
    reply: z.object({ response: z.object({ count: z.number().int() }) }),
  }),
}

export const maxDigitalDays = 92

export const digitalContentProblem = problems({
  range_too_long: [400, 'Date range should be less than 3 months'],
  range_backwards: [400, 'The first day can’t be after the last day.'],
})
