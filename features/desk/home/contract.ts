import { z } from 'zod'
import { get } from '#kit/contract.ts'

const count = z.number().int()
const noInput = z.strictObject({})

const DeskCounts = z.object({
  /** Works in the queue, as its list counts them. */
  queue: count,
  /** Payments that need a person's decision. */
  payments: count,
  overdueInvoices: count,
  failedJobs: count,
})
export type DeskCounts = z.infer<typeof DeskCounts>

/** The last 7 days, and the 7 days before them. */
const figureOf = <Value extends z.ZodType>(value: Value) => z.object({ latest: value, before: value })
/** The first lines of a list, and how many it has. */
const listOf = <Line extends z.ZodType>(line: Line) => z.object({ lines: z.array(line), total: count })

const Subscription = z.object({
  id: z.string(),
  customerId: z.string(),
  organisation: z.string(),
  product: z.string(),
  endDate: z.string(),
})

const DeskHome = z.object({
  figures: z.object({
    requested: figureOf(count),
    answered: figureOf(count),
    /** Median from submission to answer; null if nothing was answered. */
    medianHours: figureOf(z.number().nullable()),
    downloads: figureOf(count),
  }),
  /** Works that have waited for more than 7 days, the oldest first. */
  longWaits: listOf(
    z.object({ itemId: z.string(), name: z.string(), organisations: z.array(z.string()), submittedDate: z.string() }),
  ),
  /** Requests whose school wrote last, the longest without a reply first; `itemId`: one of its items. */
  messages: listOf(
    z.object({ itemId: z.string(), requestNumber: z.string(), organisation: z.string(), writtenDate: z.string() }),
  ),
  /** Trials that end within 30 days, the next one first. */
  trials: listOf(Subscription),
  /** Bought subscriptions without a later term that end within 90 days, the next one first. */
  renewals: listOf(Subscription),
  /** Payments that need a person's decision, newest first. */
  payments: listOf(
    z.object({
      id: z.string(),
      organisation: z.string(),
      amount: z.number(),
      currency: z.string(),
      holdReason: z.string(),
    }),
  ),
  /** Jobs that were given up, newest first. */
  failedJobs: listOf(z.object({ id: z.string(), name: z.string(), reason: z.string(), failedDate: z.string() })),
})
export type DeskHome = z.infer<typeof DeskHome>

export const deskHomeApi = {
  deskCounts: get('/rest/desk/counts', {
    who: 'desk',
    summary: 'What waits for the desk, as numbers',
    input: noInput,
    reply: z.object({ response: DeskCounts }),
  }),
  deskHome: get('/rest/desk/home', {
    who: 'desk',
    summary: 'What needs the desk: the first five lines of each list, and figures of the last two weeks',
    input: noInput,
    reply: z.object({ response: DeskHome }),
  }),
}
