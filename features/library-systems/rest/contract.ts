import { z } from 'zod'
import { FieldSearch, FieldSearchReply } from '#features/catalogue/advanced/contract.ts'
import { RecordSource } from '#features/catalogue/contract.ts'
import { get, problems } from '#kit/contract.ts'

/** Media types of records by their name in `format`; the first is the default. */
export const recordFormats = {
  json: 'application/json',
  marc: 'application/marc',
  marcxml: 'application/marcxml+xml',
  mods: 'application/mods+xml',
  ris: 'application/x-research-info-systems',
  'csl-json': 'application/vnd.citationstyles.csl+json',
} as const
export type RecordFormat = keyof typeof recordFormats
const Format = z.enum(Object.keys(recordFormats) as [RecordFormat, ...RecordFormat[]]).optional()

export const maxRecords = 100

/** Repeated, or separated by commas. Some generated clients send an empty list as `[]`. */
const Numbers = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given = []) => [given].flat().flatMap((each) => each.split(',')))
  .transform((given) => given.map((each) => each.trim()).filter((each) => each !== '' && each !== '[]'))

export const restApi = {
  records: get('/rest/records', {
    who: 'staff',
    forKeys: 'download',
    tagged: true,
    summary: `Records by ISBN, ISSN or record number, at most ${maxRecords}, as the school’s settings have them`,
    input: z.strictObject({
      isbn: Numbers,
      issn: Numbers,
      id: Numbers,
      /** Takes precedence over the Accept header. */
      format: Format,
    }),
    reply: z.object({
      response: z.object({
        records: z.array(RecordSource.omit({ bibMarcData: true })),
        /** `reason`: such as `not_found` or `bad_check_digit`. In other formats the header `X-Not-Found` has them. */
        notFound: z.array(z.object({ identifier: z.string(), reason: z.string() })),
      }),
    }),
    mediaTypes: Object.values(recordFormats),
    sends: {
      'X-Not-Found': 'In formats other than JSON: the numbers without a record, as `9780000000002;not_found, …`',
    },
    refuses: [404, 406],
  }),
  searchByFields: get('/rest/search', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Search by words, names and values; the Link header has the other pages',
    input: FieldSearch.extend({
      /** Takes precedence over the Accept header. Others than JSON need a subscription; a key, the scope `download`. */
      format: Format,
    }),
    reply: FieldSearchReply,
    mediaTypes: Object.values(recordFormats),
    sends: { Link: 'The other pages: `first`, `prev`, `next` and `last` (RFC 8288)', 'X-Total-Count': 'Records found' },
    refuses: [406],
  }),
}

export const restProblem = problems({
  no_numbers: [400, 'Give at least one isbn, issn or id.'],
  too_many_numbers: [400, `At most ${maxRecords} numbers can be looked up at once. POST /rest/requests accepts more.`],
  records_not_found: [404, 'None of these numbers has a record.'],
  not_acceptable: [406, `Accept one of these media types: ${Object.values(recordFormats).join(', ')}.`],
})
