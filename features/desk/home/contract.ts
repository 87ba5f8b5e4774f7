import { z } from 'zod'
import { get } from '#kit/contract.ts'

const count = z.number().int()
const noInput = z.strictObject({})
/** Days, weeks (their Mondays) and months are the provider's; those without anything are included. */
const day = z.string()

const DeskCounts = z.object({
  /** Works in the queue, as its list counts them. */
  queue: count,
  /** Works whose school wrote last. */
  messages: count,
  /** Payments that need a person's decision. */
  payments: count,
  overdueInvoices: count,
  /** Trials that end within 30 days. */
  endingTrials: count,
  failedJobs: count,
})
export type DeskCounts = z.infer<typeof DeskCounts>

const RequestFigures = z.object({
  /** Works in the queue by whole days of waiting, from `fromDays` up to the next row. */
  ages: z.array(z.object({ fromDays: count, works: count })),
  /** Days that the oldest one has waited; null if none waits. */
  oldestDays: count.nullable(),
  weeks: z.array(
    z.object({
      monday: day,
      arrived: count,
      answered: count,
      /** Median of the answered items; null if there are none. */
      medianHours: z.number().nullable(),
    }),
  ),
  /** Of all these weeks. */
  medianHours: z.number().nullable(),
  /** Items that wait, and items that arrived in these weeks; most waiting first, at most 50 schools. */
  schools: z.array(
    z.object({ customerId: z.string(), customerNo: z.string(), name: z.string(), waiting: count, arrived: count }),
  ),
  /** Including those beyond the list. */
  schoolCount: count,
  types: z.array(z.object({ resourceType: z.string(), waiting: count, arrived: count })),
})
export type RequestFigures = z.infer<typeof RequestFigures>

const listOf = <Line extends z.ZodType>(line: Line) => z.object({ response: z.array(line) })

export const deskHomeApi = {
  deskCounts: get('/rest/desk/counts', {
    who: 'desk',
    summary: 'What waits for the desk',
    input: noInput,
    reply: z.object({ response: DeskCounts }),
  }),
  requestFigures: get('/rest/desk/figures/requests', {
    who: 'desk',
    summary: 'Catalogue requests: the queue by age, the last 13 weeks, and by school and type',
    input: noInput,
    reply: z.object({ response: RequestFigures }),
  }),
  downloadFigures: get('/rest/desk/figures/downloads', {
    who: 'desk',
    summary: 'Download requests and their records on each of the last 30 days',
    input: noInput,
    reply: listOf(z.object({ day, requests: count, records: count })),
  }),
  revenueFigures: get('/rest/desk/figures/revenue', {
    who: 'desk',
    summary: 'Money paid and refunded in each of the last 12 months, by currency, tax included',
    input: noInput,
    reply: listOf(z.object({ month: z.string(), currency: z.string(), paid: z.number(), refunded: z.number() })),
  }),
  renewalFigures: get('/rest/desk/figures/renewals', {
    who: 'desk',
    summary: 'Bought subscriptions without a later term that end in the next 90 days, week by week from today',
    input: noInput,
    reply: listOf(z.object({ from: day, ending: count })),
  }),
}
