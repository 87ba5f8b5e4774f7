import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { maxReportLength } from '../rules.ts'

/** Data that an outside source adds to a record: text, and other editions in the catalogue. */
export const Enrichment = z.object({
  coverUrl: z.string().nullable(),
  summary: z.string().nullable(),
  reviews: z.array(z.object({ source: z.string(), text: z.string() })),
  similar: z.array(z.object({ id: z.string(), title: z.string(), year: z.string() })),
})
export type Enrichment = z.infer<typeof Enrichment>

const isbnValue = z.strictObject({ isbnValue: z.string().min(1).max(40) })
/** Null when the source is off, lacks the book or fails. */
const enriched = z.object({ response: Enrichment.nullable() })

export const ReportKind = z.enum(['WRONG_COVER', 'RECORD_ERROR'])
export type ReportKind = z.infer<typeof ReportKind>
/** Reports that a person may send in a day. */
export const maxReportsPerDay = 50

export const RecordReport = z.object({
  id: z.string(),
  bibId: z.string(),
  kind: ReportKind,
  /** The part of the record that the report is about, '' for none in particular. */
  field: z.string(),
  text: z.string(),
  state: z.enum(['OPEN', 'DONE']),
  createdDate: z.string(),
})
export type RecordReport = z.infer<typeof RecordReport>

/** The calls of a record's own page. */
export const recordApi = {
  libraryThing: get('/rest/librarything/search', {
    who: 'visitor',
    summary: 'What LibraryThing adds to a catalogue record',
    input: isbnValue,
    reply: enriched,
  }),
  syndetics: get('/rest/syndetics/search', {
    who: 'visitor',
    summary: 'What Syndetics adds to a catalogue record',
    input: isbnValue,
    reply: enriched,
  }),
  reportRecord: post('/rest/catalogue/record/report', {
    who: 'staff',
    summary: 'Report a wrong cover or an error in a record; a repeated report counts once',
    input: z.strictObject({
      bibId: z.string().min(1).max(200),
      kind: ReportKind,
      text: z.string().max(maxReportLength),
      field: z.string().max(100).optional(),
    }),
    reply: z.object({ response: RecordReport }),
  }),
  recordReports: get('/rest/desk/record-reports', {
    who: 'desk',
    summary: 'Open reports on records, oldest first',
    input: z.strictObject({
      pageNumber: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({
      totalCount: z.number().int(),
      response: z.array(
        RecordReport.extend({
          title: z.string(),
          reportedBy: z.object({ name: z.string(), email: z.string() }),
          customer: z.object({ customerNo: z.string(), name: z.string() }),
        }),
      ),
    }),
  }),
}

export const recordProblem = problems({
  report_empty: [400, 'Please tell us what’s wrong.'],
  report_limit: [429, 'You’ve sent 50 reports today. Please try again tomorrow.'],
  record_not_found: [404, 'We couldn’t find this record.'],
})
